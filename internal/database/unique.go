package database

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrUnique is what a statement fails with that would write a second row where there may be one. Whoever
// looks first and writes then needs it all the same: two may look at the same moment.
//
// On PostgreSQL the transaction can do nothing more then but roll back. One that must go on writes with
// ON CONFLICT DO NOTHING instead and looks at how many rows there were.
var ErrUnique = errors.New("there is such a row already")

// UniqueError is an ErrUnique with the name of the table, which is the same on both engines.
type UniqueError struct {
	Table string
	cause error
}

func (e *UniqueError) Error() string { return e.cause.Error() }

// Unwrap makes it ErrUnique, and what the engine said.
func (e *UniqueError) Unwrap() []error { return []error{ErrUnique, e.cause} }

// uniqueViolation is PostgreSQL's own name for it.
const uniqueViolation = "23505"

// translate makes the engines' own ways to say it one.
func translate(err error) error {
	if err == nil || errors.Is(err, ErrUnique) {
		return err
	}
	if failure := (*pgconn.PgError)(nil); errors.As(err, &failure) && failure.Code == uniqueViolation {
		return &UniqueError{failure.TableName, err}
	}
	failure := (*sqlite.Error)(nil)
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return &UniqueError{tableIn(failure.Error()), err}
	}
	return err
}

// tableIn finds the table in what SQLite says: "… UNIQUE constraint failed: users.email, users.id (2067)". Of
// an index over an expression it says only the index's name, and then there is none.
func tableIn(said string) string {
	_, columns, _ := strings.Cut(said, "UNIQUE constraint failed: ")
	table, _, found := strings.Cut(columns, ".")
	if !found {
		return ""
	}
	return table
}
