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

// Probe checks whether the database can be read and written, with a small read and a small write that leaves nothing
// behind. It fails with the database's error, and with errNoSpace when the disk of a SQLite file is almost full: a
// small write may still fit where a larger one does not.
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

// leastSpace is how much space a SQLite file's disk must have left. Below it the write-ahead log cannot grow by a
// checkpoint's worth of pages.
const leastSpace = 8 << 20

var errNoSpace = errors.New("there is no space left on the disk of the database")

// LastWrite returns when this process last committed a change of rows; zero when it never did.
func (db *DB) LastWrite() time.Time {
	if nanos := db.wroteAt.Load(); nanos != 0 {
		return time.Unix(0, nanos)
	}
	return time.Time{}
}

// LastOutage returns when a transaction of this process last failed in an outage of the database; zero when none did.
func (db *DB) LastOutage() time.Time {
	if nanos := db.failedAt.Load(); nanos != 0 {
		return time.Unix(0, nanos)
	}
	return time.Time{}
}

// noteOutage records what a failed transaction says about the database.
func (db *DB) noteOutage(err error) {
	if IsOutage(err) {
		db.failedAt.Store(time.Now().UnixNano())
	}
}

// committed records what a commit proves.
func (db *DB) committed(tx *Tx) {
	if tx.changed {
		db.wroteAt.Store(time.Now().UnixNano())
	}
}

// Trouble explains to operators in a sentence why a call failed. It repeats nothing of the database's error, which may
// contain statements, names and addresses.
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
