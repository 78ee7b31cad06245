package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"modernc.org/sqlite"
)

// keptStatements is how many prepared statements a connection keeps. The platform has a few hundred
// different ones at most.
const keptStatements = 300

// sqliteConnector opens connections that keep their statements prepared: SQLite takes longer to parse a
// statement with hundreds of values than to run it.
type sqliteConnector struct {
	dsn     string
	observe func(statement string) // nil hears nothing
}

// Connect opens a connection.
func (c sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	opened, err := c.Driver().Open(c.dsn)
	if err != nil {
		return nil, err
	}
	connection, ok := opened.(sqliteConnection)
	if !ok {
		return nil, errors.Join(errors.New("the SQLite driver lacks a part that is needed"), opened.Close())
	}
	return &preparedConnection{sqliteConnection: connection, statements: map[string]*preparedStatement{}, observe: c.observe}, nil
}

// Driver is the driver behind the connector.
func (c sqliteConnector) Driver() driver.Driver { return &sqlite.Driver{} }

// sqliteConnection is what a connection of the driver can do and database/sql makes use of.
type sqliteConnection interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// preparedConnection is a connection that keeps its statements.
type preparedConnection struct {
	sqliteConnection
	statements map[string]*preparedStatement
	observe    func(statement string)
}

// preparedStatement is one that is kept. While its rows are being read it cannot be run again.
type preparedStatement struct {
	driver.Stmt
	busy bool
}

// statement returns a prepared statement and how to hand it back.
func (c *preparedConnection) statement(ctx context.Context, query string) (driver.Stmt, func() error, error) {
	if c.observe != nil && !isControl(query) {
		c.observe(query)
	}
	kept := c.statements[query]
	if kept != nil && !kept.busy {
		kept.busy = true
		return kept.Stmt, func() error { kept.busy = false; return nil }, nil
	}
	made, err := c.PrepareContext(ctx, steadyLimit(plainPlaceholders(query)))
	if err != nil {
		return nil, nil, err
	}
	if kept != nil || len(c.statements) >= keptStatements {
		return made, made.Close, nil
	}
	kept = &preparedStatement{Stmt: made, busy: true}
	c.statements[query] = kept
	return made, func() error { kept.busy = false; return nil }, nil
}

// ExecContext runs a statement that returns no rows.
func (c *preparedConnection) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	statement, release, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := statement.(driver.StmtExecContext).ExecContext(ctx, args)
	return result, errors.Join(err, release())
}

// QueryContext runs a statement that returns rows.
func (c *preparedConnection) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	limited := readContextOf(ctx)
	statement, release, err := c.statement(ctx, query)
	if err != nil {
		limited.release()
		return nil, err
	}
	rows, err := statement.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		limited.release()
		return nil, errors.Join(err, release())
	}
	return &preparedRows{rows, release, limited}, nil
}

// preparedRows hands the statement back once its rows have been read.
type preparedRows struct {
	driver.Rows
	release func() error
	limited *readContext // of a read that nobody else limits; nil for any other
}

func (r *preparedRows) Close() error {
	r.limited.release()
	err := errors.Join(r.Rows.Close(), r.release())
	r.release = func() error { return nil }
	return err
}

// CheckNamedValue takes what nearly all arguments are as it is. database/sql would come to the same by way of reflection, for
// each of the thousands that one statement may have; what else there is, it is left.
func (c *preparedConnection) CheckNamedValue(argument *driver.NamedValue) error {
	switch value := argument.Value.(type) {
	case nil, string, int64, float64, bool, []byte:
	case int:
		argument.Value = int64(value)
	case uuid.UUID:
		argument.Value = value.String()
	default:
		return driver.ErrSkip
	}
	return nil
}

// Close ends the connection with its statements.
func (c *preparedConnection) Close() error {
	var failures []error
	for _, kept := range c.statements {
		failures = append(failures, kept.Stmt.Close())
	}
	return errors.Join(append(failures, c.sqliteConnection.Close())...)
}

// plainPlaceholders writes $1, $2 … as ?, where they stand in this order and once each, and as ?1, ?2 …
// elsewhere. SQLite takes $1 for a name and looks through all names for every one of them.
func plainPlaceholders(query string) string {
	var plain, numbered strings.Builder
	ordered, next := true, 1
	for rest := query; ; {
		at := strings.IndexAny(rest, "$'")
		if at < 0 {
			plain.WriteString(rest)
			numbered.WriteString(rest)
			break
		}
		end := at + 1
		if rest[at] == '\'' { // a literal, which may hold anything
			if length := strings.IndexByte(rest[end:], '\''); length >= 0 {
				end += length + 1
			}
			plain.WriteString(rest[:end])
			numbered.WriteString(rest[:end])
			rest = rest[end:]
			continue
		}
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		plain.WriteString(rest[:at] + "?")
		numbered.WriteString(rest[:at] + "?" + rest[at+1:end])
		ordered = ordered && rest[at+1:end] == strconv.Itoa(next)
		next++
		rest = rest[end:]
	}
	if ordered {
		return plain.String()
	}
	return numbered.String()
}

// steadyLimit keeps SQLite from planning a statement anew at every run: it looks at the value that is bound
// to a bare LIMIT ?, and whoever binds another one, or the same again, makes the plan expire.
func steadyLimit(query string) string { return strings.ReplaceAll(query, "LIMIT ?", "LIMIT 0+?") }
