package database

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// IsOutage reports whether the error means that the database cannot do its work now, rather than that something
// is wrong with what it was asked: it is away, starting or stopping, has no connection, disk or memory left, may
// not be written to, or took longer than a limit allows. The same call may succeed later.
func IsOutage(err error) bool {
	var (
		refused   *pgconn.ConnectError
		failure   *pgconn.PgError
		onNetwork net.Error
		onFile    *sqlite.Error
	)
	switch {
	case err == nil:
		return false
	case errors.As(err, &failure): // also inside of a ConnectError
		return isPostgresOutage(failure.Code)
	case errors.As(err, &onFile):
		return slices.Contains(sqliteOutages, onFile.Code()&0xff)
	}
	return errors.As(err, &refused) || errors.As(err, &onNetwork) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, errShareLost) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// IsAway reports whether the error means that the server of the database does not answer, which may be over soon: it is no
// sign that somebody has named the wrong one. Nor is a host that no name server knows: where servers come and go, names do so too.
func IsAway(err error) bool {
	var refused *pgconn.ConnectError
	return errors.As(err, &refused) && IsOutage(err)
}

// isPostgresOutage knows PostgreSQL's names for its own troubles: classes 08 (connection), 53 (resources), 57P and
// 58 (operator and system), and what runs into a limit or a server that only reads.
func isPostgresOutage(code string) bool {
	for _, prefix := range []string{"08", "53", "57P", "58"} {
		if strings.HasPrefix(code, prefix) {
			return true
		}
	}
	return slices.Contains([]string{statementCanceled, lockNotAvailable, idleInTransaction, readOnlyTransaction}, code)
}

const (
	statementCanceled   = "57014"
	lockNotAvailable    = "55P03"
	idleInTransaction   = "25P03"
	readOnlyTransaction = "25006"
)

var sqliteOutages = []int{sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY,
	sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL}
