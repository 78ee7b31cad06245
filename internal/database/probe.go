package database

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Probe finds out whether the database can be read and written now, by a small read and a small write that leaves
// nothing behind. It fails with what the database says, and with errNoSpace when the disk of a SQLite file is about
// to be full: a small write may still find a place where a larger one does not.
func (db *DB) Probe(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return err
	}
	if db.engine == SQLite {
		if left, known := spaceLeft(db.path); known && left < leastSpace {
			return errNoSpace
		}
	}
	id := rand.Int64()
	return db.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO write_probes (id) VALUES ($1)`, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM write_probes WHERE id = $1`, id)
		return err
	})
}

// leastSpace is what a SQLite file's disk must have left. Below it the write-ahead log cannot grow by a checkpoint's
// worth of pages.
const leastSpace = 8 << 20

var errNoSpace = errors.New("there is no space left on the disk of the database")

// LastWrite is when this process last changed rows and committed that; zero when it never did.
func (db *DB) LastWrite() time.Time {
	if nanos := db.wroteAt.Load(); nanos != 0 {
		return time.Unix(0, nanos)
	}
	return time.Time{}
}

// LastOutage is when a transaction of this process last failed because the database could not do its work; zero when
// none did.
func (db *DB) LastOutage() time.Time {
	if nanos := db.failedAt.Load(); nanos != 0 {
		return time.Unix(0, nanos)
	}
	return time.Time{}
}

// noteOutage notes what a failed transaction says about the database.
func (db *DB) noteOutage(err error) {
	if IsOutage(err) {
		db.failedAt.Store(time.Now().UnixNano())
	}
}

// committed notes what a commit proves.
func (db *DB) committed(tx *Tx) {
	if tx.changed {
		db.wroteAt.Store(time.Now().UnixNano())
	}
}

// Trouble says in a sentence for operators why a call failed, without anything of what the database said: that may
// hold statements, names and addresses.
func Trouble(err error) string {
	var (
		refused *pgconn.ConnectError
		failure *pgconn.PgError
		onFile  *sqlite.Error
	)
	switch {
	case errors.Is(err, errNoSpace):
		return "the disk of the database is full"
	case errors.As(err, &failure):
		return postgresTrouble(failure.Code)
	case errors.As(err, &onFile):
		return sqliteTrouble(onFile.Code() & 0xff)
	case errors.Is(err, context.DeadlineExceeded), pgconn.Timeout(err):
		return "the database does not answer in time"
	case errors.As(err, &refused), IsOutage(err):
		return "the database cannot be reached"
	}
	return "the database cannot be used"
}

func postgresTrouble(code string) string {
	switch code {
	case "53100":
		return "the disk of the database is full"
	case "53300":
		return "the database has no connection left"
	case readOnlyTransaction:
		return "the database can only be read"
	case statementCanceled, lockNotAvailable:
		return "the database does not answer in time"
	}
	if isPostgresOutage(code) {
		return "the database cannot be reached"
	}
	return "the database cannot be used"
}

func sqliteTrouble(code int) string {
	switch code {
	case sqlite3.SQLITE_FULL:
		return "the disk of the database is full"
	case sqlite3.SQLITE_READONLY:
		return "the database can only be read"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_INTERRUPT:
		return "the database does not answer in time"
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return "the files of the database cannot be read or written"
	}
	return "the database cannot be used"
}
