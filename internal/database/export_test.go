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

// EngineFiles returns the files of a folder as the engine's migrations see them.
func EngineFiles(files fs.FS, engine Engine) fs.FS { return engineFiles{files, engine, true} }

// PooledFiles returns the files of a folder as PostgreSQL's migrations behind a pooler see them.
func PooledFiles(files fs.FS) fs.FS { return engineFiles{files, Postgres, false} }

// PlainPlaceholders returns a query with placeholders for SQLite.
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

// LoseHints simulates a process that dies after each commit, before it sends hints.
func (db *DB) LoseHints() { db.hints.send = func([]message) error { return nil } }

// FailHints makes the next tries to send hints fail.
func (db *DB) FailHints(tries int) {
	db.hints.send = func(messages []message) error {
		if tries--; tries >= 0 {
			return errors.New("cut off")
		}
		return db.hints.notify(messages)
	}
}

// Wait returns how long the keeper waits for readers, according to its connection.
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

// KeepOnce does one round of the keeper, with or without writes since the last one.
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

// PoolOver returns a pool of one connection, made like the platform's own, except that wrap wraps each connection
// before it is guarded.
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

// IsRunning reports whether the transaction accepts statements.
func (tx *Tx) IsRunning(ctx context.Context) bool {
	_, err := tx.Exec(ctx, `SELECT 1`)
	return err == nil
}

// Send runs the waiting statements.
func (tx *Tx) Send(ctx context.Context) error { return tx.send(ctx) }

// UnlessGone is what closing a pool reports of a connection's error.
var UnlessGone = unlessGone

// WaitingWriters returns how many transactions wait for their turn to write to SQLite.
func (db *DB) WaitingWriters() int {
	db.turns.mutex.Lock()
	defer db.turns.mutex.Unlock()
	return len(db.turns.waiting)
}

// ParseLocation returns the location in a database URL.
func ParseLocation(url string) (engine Engine, address string, err error) {
	found, err := parseLocation(url)
	return found.engine, found.address, err
}

// AgeTotals makes the cached totals older.
func (db *DB) AgeTotals(by time.Duration) {
	db.totals.mutex.Lock()
	defer db.totals.mutex.Unlock()
	for list, known := range db.totals.known {
		known.countedAt = known.countedAt.Add(-by)
		db.totals.known[list] = known
	}
}
