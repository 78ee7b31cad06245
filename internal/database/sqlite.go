package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// openSQLite opens the file with a pool of readers and one writer. SQLite allows one writer at a time: queueing for a
// single connection is fair and cheap, and contending for the file's lock is neither. The writer keeps in memory what
// it needs to undo a statement of many rows; a file would cost as much as the rows. A new file is created so that the
// pages of deleted rows can be released (see Keeper).
func (db *DB) openSQLite(ctx context.Context, path string, options Options) error {
	if path == "" {
		return errors.New("database URL: the path of the SQLite file is missing")
	}
	if err := createPrivately(path); err != nil {
		return fmt.Errorf("create the SQLite file: %w", err)
	}
	db.path, db.readLimit = path, options.Limits.orDefault().Statement
	db.write = sql.OpenDB(sqliteConnector{sqliteDSN(path, "_txlock=immediate&_pragma=temp_store(MEMORY)&_pragma=auto_vacuum(INCREMENTAL)"), options.Observe})
	db.write.SetMaxOpenConns(1)
	db.read = sql.OpenDB(sqliteConnector{sqliteDSN(path, "_pragma=query_only(1)"), options.Observe})
	readers := options.MaxConnections
	if readers == 0 {
		readers = max(4, runtime.GOMAXPROCS(0))
	}
	db.read.SetMaxOpenConns(readers)
	db.read.SetMaxIdleConns(readers)
	// The writer goes first: it switches the file to WAL mode, which the readers need.
	if err := db.write.PingContext(ctx); err != nil {
		return errors.Join(fmt.Errorf("open the SQLite file: %w", err), db.Close())
	}
	return nil
}

// OpenReaders opens every connection that SQLite's readers may have, for a server: opening one only when needed fails
// when the process is out of file descriptors, and with it a read that could have been answered. It fails as opening
// does. PostgreSQL's connections are opened when needed.
func (db *DB) OpenReaders(ctx context.Context) error {
	if db.engine != SQLite {
		return nil
	}
	var opened []*sql.Conn // held until all are open: a returned one would be handed out again
	var failed error
	for range db.read.Stats().MaxOpenConnections {
		connection, err := db.read.Conn(ctx)
		if err != nil {
			failed = fmt.Errorf("open a reader of the SQLite file: %w", err)
			break
		}
		opened = append(opened, connection)
	}
	for _, connection := range opened {
		failed = errors.Join(failed, connection.Close())
	}
	return failed
}

// sqliteDSN returns the connection string. synchronous(FULL) makes commits survive a power cut, not only a crash of the
// process. recursive_triggers(1) makes REPLACE fire delete triggers, so that it cannot bypass those that keep a table
// append-only. The log may grow to 32 MiB before a checkpoint, which delays whoever commits at that moment.
func sqliteDSN(path string, extra string) string {
	return sqliteDSNWaiting(path, 10*time.Second, extra)
}

// sqliteDSNWaiting is sqliteDSN with another time to wait for locks. That must be set only once: of two the driver
// takes the first.
func sqliteDSNWaiting(path string, wait time.Duration, extra string) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	return "file:" + escaped + fmt.Sprintf("?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)", wait.Milliseconds()) +
		"&_pragma=synchronous(FULL)&_pragma=secure_delete(FAST)&_pragma=foreign_keys(1)&_pragma=recursive_triggers(1)&_pragma=wal_autocheckpoint(8000)&" + extra
}

// createPrivately makes the file and its folder readable only by their owner: the file contains password hashes.
func createPrivately(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// Exclusively holds a named lock on the SQLite file until release is called, so that two processes do not serve one
// file, whatever path they use for it. It fails at once when another process holds the lock, and when the file has
// several hard links. PostgreSQL needs no such lock, since any number of processes may share it; then release does
// nothing.
func (db *DB) Exclusively(ctx context.Context, name string) (release func() error, err error) {
	if db.engine != SQLite {
		return func() error { return nil }, nil
	}
	if err := checkOneName(db.path); err != nil {
		return nil, err
	}
	path, err := filepath.EvalSymlinks(db.path)
	if err != nil {
		return nil, err
	}
	return lockFile(ctx, path+"."+name+".lock", 0)
}

// lockFile takes an exclusive lock that ends with the process, however it ends. The lock is a SQLite transaction on a
// separate file, which works the same on every operating system.
func lockFile(ctx context.Context, path string, waitMillis int) (release func() error, err error) {
	if err := createPrivately(path); err != nil {
		return nil, err
	}
	escaped := (&url.URL{Path: path}).EscapedPath()
	holder, err := sql.Open("sqlite", "file:"+escaped+"?_pragma=busy_timeout("+strconv.Itoa(waitMillis)+")")
	if err != nil {
		return nil, err
	}
	holder.SetMaxOpenConns(1)
	connection, err := holder.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, holder.Close())
	}
	if _, err := connection.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		err = errors.Join(err, connection.Close(), holder.Close())
		if isSQLiteBusy(err) {
			return nil, fmt.Errorf("%s is locked by another process", filepath.Base(path))
		}
		return nil, err
	}
	return func() error { return errors.Join(connection.Close(), holder.Close()) }, nil
}

func isSQLiteBusy(err error) bool {
	var failure *sqlite.Error
	return errors.As(err, &failure) && failure.Code()&0xff == sqlite3.SQLITE_BUSY
}
