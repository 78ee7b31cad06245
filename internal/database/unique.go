package database

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrUnique is the error of a statement that would write a duplicate of a unique row. Checking before writing does not
// make it superfluous: two may check at the same time.
//
// On PostgreSQL the transaction can then only roll back. One that must go on writes with ON CONFLICT DO NOTHING instead
// and checks how many rows were written.
var ErrUnique = errors.New("there is such a row already")

// UniqueError is an ErrUnique with the name of the table, which is the same on both engines.
type UniqueError struct {
	Table string
	cause error
}

func (e *UniqueError) Error() string { return e.cause.Error() }

// Unwrap returns ErrUnique and the engine's error.
func (e *UniqueError) Unwrap() []error { return []error{ErrUnique, e.cause} }

// uniqueViolation is PostgreSQL's code for it.
const uniqueViolation = "23505"

// translate converts both engines' errors for it to ErrUnique.
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

// tableIn finds the table in SQLite's error text: "… UNIQUE constraint failed: users.email, users.id (2067)". For an
// index on an expression the text only names the index; then it returns none.
func tableIn(said string) string {
	_, columns, _ := strings.Cut(said, "UNIQUE constraint failed: ")
	table, _, found := strings.Cut(columns, ".")
	if !found {
		return ""
	}
	return table
}
