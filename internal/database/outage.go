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

// IsOutage reports whether the error means that the database cannot work now, rather than that the request was wrong:
// it is unreachable, starting or stopping, out of connections, disk or memory, read-only, or took longer than a limit
// allows. The same call may succeed later.
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
	case errors.As(err, &failure): // also inside a ConnectError
		return isPostgresOutage(failure.Code)
	case errors.As(err, &onFile):
		return slices.Contains(sqliteOutages, onFile.Code()&0xff)
	}
	return errors.As(err, &refused) || errors.As(err, &onNetwork) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, errShareLost) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// IsAway reports whether the error means that the database server does not answer, which may be temporary and does not
// mean that the URL is wrong. That includes an unknown host: where servers come and go, so do their names.
func IsAway(err error) bool {
	var refused *pgconn.ConnectError
	return errors.As(err, &refused) && IsOutage(err)
}

// isPostgresOutage knows PostgreSQL's error codes for an outage: classes 08 (connection), 53 (resources), 57P and 58
// (operator and system), and those of limits and of a read-only server.
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
