package database

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

// ProbeAfter is how long a connection may be silent until it is probed before its next use.
const ProbeAfter = probeAfter

// EngineFiles shows the files of a folder as the migrations of the engine see them.
func EngineFiles(files fs.FS, engine Engine) fs.FS { return engineFiles{files, engine, true} }

// PooledFiles shows the files of a folder as the migrations of PostgreSQL behind a pooler see them.
func PooledFiles(files fs.FS) fs.FS { return engineFiles{files, Postgres, false} }

// PlainPlaceholders is how a query's placeholders are written for SQLite.
func PlainPlaceholders(query string) string { return plainPlaceholders(query) }

// MigrateTo brings the schema of a new database up to a version.
func (db *DB) MigrateTo(ctx context.Context, version int64) error {
	provider, closePool, err := db.migrationProvider()
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return errors.Join(err, closePool())
}

// LoseHints makes the process one that dies after each commit, before it tells others of it.
func (db *DB) LoseHints() { db.hints.send = func([]message) error { return nil } }

// FailHints makes the next tries to tell others fail.
func (db *DB) FailHints(tries int) {
	db.hints.send = func(messages []message) error {
		if tries--; tries >= 0 {
			return errors.New("cut off")
		}
		return db.hints.notify(messages)
	}
}

// Wait is how long the keeper waits for readers, as its connection says.
func (k *Keeper) Wait(ctx context.Context) (wait time.Duration, err error) {
	file, err := k.open()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var milliseconds int64
	err = file.QueryRowContext(ctx, `PRAGMA busy_timeout`).Scan(&milliseconds)
	return time.Duration(milliseconds) * time.Millisecond, err
}

// KeepOnce does what the keeper does in one round, when nobody has written since the last one or somebody has.
func (k *Keeper) KeepOnce(ctx context.Context, isResting bool) (err error) {
	file, err := k.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	log, err := k.lookAtLog()
	if err != nil {
		return err
	}
	return keep(ctx, file, log, isResting)
}

// DialGuarded connects as the platform does to PostgreSQL, with a limit for answers.
func DialGuarded(ctx context.Context, address string, limit time.Duration) (net.Conn, error) {
	return newNetwork().dial(limit)(ctx, "tcp", address)
}

// DialWith dials as for a connection to PostgreSQL, with the given dialer.
func DialWith(ctx context.Context, dialer func(ctx context.Context, kind, address string) (net.Conn, error)) (net.Conn, error) {
	servers := newNetwork()
	servers.dialer = dialer
	return servers.dial(0)(ctx, "tcp", "127.0.0.1:1")
}

// FileLimit is how long a connection waits for a file.
const FileLimit = fileLimit

// PoolOver is a pool of one connection, made as the platform makes its own, except that wrap sees each before it is guarded.
func PoolOver(url string, wrap func(net.Conn) net.Conn) (*sql.DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	servers := newNetwork()
	dial := servers.dialer
	servers.dialer = func(ctx context.Context, kind, address string) (net.Conn, error) {
		dialed, err := dial(ctx, kind, address)
		if err != nil {
			return nil, err
		}
		return wrap(dialed), nil
	}
	return servers.pool(config, Options{MaxConnections: 1}, false), nil
}

// IsRunning tells whether the transaction takes statements.
func (tx *Tx) IsRunning(ctx context.Context) bool {
	_, err := tx.Exec(ctx, `SELECT 1`)
	return err == nil
}

// Send has the statements that wait run.
func (tx *Tx) Send(ctx context.Context) error { return tx.send(ctx) }

// UnlessGone is what closing a pool tells of a connection's own error.
var UnlessGone = unlessGone

// WaitingWriters is how many transactions wait for their turn to write to SQLite.
func (db *DB) WaitingWriters() int {
	db.turns.mutex.Lock()
	defer db.turns.mutex.Unlock()
	return len(db.turns.waiting)
}

// ParseLocation is where a URL says that the database is.
func ParseLocation(url string) (engine Engine, address string, err error) {
	found, err := parseLocation(url)
	return found.engine, found.address, err
}

// AgeTotals makes what is known of long lists older.
func (db *DB) AgeTotals(by time.Duration) {
	db.totals.mutex.Lock()
	defer db.totals.mutex.Unlock()
	for list, known := range db.totals.known {
		known.countedAt = known.countedAt.Add(-by)
		db.totals.known[list] = known
	}
}
