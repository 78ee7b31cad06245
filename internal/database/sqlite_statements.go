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

// sqliteConnector opens connections that keep their statements prepared: parsing a statement with hundreds of values
// takes SQLite longer than running it.
type sqliteConnector struct {
	dsn     string
	observe func(statement string) // may be nil
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

// Driver returns the driver of the connector.
func (c sqliteConnector) Driver() driver.Driver { return &sqlite.Driver{} }

// sqliteConnection is the part of the driver's connection that database/sql uses.
type sqliteConnection interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// preparedConnection is a connection that keeps its statements prepared.
type preparedConnection struct {
	sqliteConnection
	statements map[string]*preparedStatement
	observe    func(statement string)
}

// preparedStatement is a kept statement. It cannot run again while its rows are being read.
type preparedStatement struct {
	driver.Stmt
	busy bool
}

// statement returns a prepared statement and a function that returns it.
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

// preparedRows returns the statement once its rows have been read.
type preparedRows struct {
	driver.Rows
	release func() error
	limited *readContext // of a read without another limit; nil for any other
}

func (r *preparedRows) Close() error {
	r.limited.release()
	err := errors.Join(r.Rows.Close(), r.release())
	r.release = func() error { return nil }
	return err
}

// CheckNamedValue accepts the common argument types unchanged. database/sql would do the same by reflection, for each
// of the thousands that a statement may have; other types are left to it.
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

// Close closes the connection and its statements.
func (c *preparedConnection) Close() error {
	var failures []error
	for _, kept := range c.statements {
		failures = append(failures, kept.Stmt.Close())
	}
	return errors.Join(append(failures, c.sqliteConnection.Close())...)
}

// plainPlaceholders replaces $1, $2 … by ? when they occur once each and in this order, and otherwise by ?1, ?2 ….
// SQLite takes $1 for a name and searches all names for each of them.
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
		if rest[at] == '\'' { // a literal, which may contain anything
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

// steadyLimit keeps SQLite from replanning a statement at every run: the plan depends on the value bound to a bare
// LIMIT ?, and binding any value again, even the same, expires the plan.
func steadyLimit(query string) string { return strings.ReplaceAll(query, "LIMIT ?", "LIMIT 0+?") }
