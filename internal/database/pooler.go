package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// A pooler in transaction mode, such as PgBouncer, hands each transaction to another session of PostgreSQL. Whatever is of
// the session is then somebody else's: prepared statements, parameters of the connection, locks that outlive a transaction,
// LISTEN. So behind one, statements are sent without a name and with their types, which are asked for once and
// remembered here; limits are set in each transaction by the exchange that begins it; and what needs a session has a
// connection of its own or does without.

// Pooler is what stands between the platform and PostgreSQL.
type Pooler string

// The poolers there are. PoolerAuto, which is also the zero value, finds out which of the others it is.
const (
	PoolerAuto        Pooler = "auto"
	PoolerOff         Pooler = "off"
	PoolerTransaction Pooler = "transaction"
)

// isBehindPooler tells whether whoever answers is not the process that the session began with: PostgreSQL names its
// process at the beginning of a session, and a pooler, which has no process of that session yet, something else.
func isBehindPooler(ctx context.Context, connection *pgx.Conn) (bool, error) {
	results, err := connection.PgConn().Exec(ctx, "SELECT pg_backend_pid()").ReadAll()
	if err != nil {
		return false, err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 {
		return false, errors.New("the server does not tell which of its processes answers")
	}
	return string(results[0].Rows[0][0]) != strconv.FormatUint(uint64(connection.PgConn().PID()), 10), nil
}

// refusesParameters tells whether a connection was refused for what it asked at its beginning, as PgBouncer does with
// parameters that it does not know. PostgreSQL knows all of ours.
func refusesParameters(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.Code == protocolViolation
}

const protocolViolation = "08P01"

// limitNames are the parameters that Limits are asked by.
var limitNames = []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"}

// pooledConnector makes connections that rely on nothing of the session.
type pooledConnector struct {
	driver.Connector
	settings string        // what follows the beginning of every transaction
	limit    time.Duration // of a statement outside of one; zero for none
}

// newPooledConnector takes the limits out of the parameters of a connection, which a pooler refuses or forgets.
func newPooledConnector(config *pgx.ConnConfig, limit time.Duration, options ...stdlib.OptionOpenDB) *pooledConnector {
	made := config.Copy()
	made.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	settings := ""
	for _, name := range limitNames {
		value := made.RuntimeParams[name]
		delete(made.RuntimeParams, name)
		if value == "" {
			value = "0" // rather none at all than that of whoever set up the pooler's sessions
		}
		settings += "; set local " + name + " = '" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	return &pooledConnector{stdlib.GetConnector(*made, options...), settings, limit}
}

// Connect makes a connection.
func (c *pooledConnector) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	plain, is := made.(*stdlib.Conn)
	if !is {
		return nil, errors.Join(fmt.Errorf("a %T is no connection to PostgreSQL", made), made.Close())
	}
	return &pooledConn{plain, c}, nil
}

// driverConn is pgx's connection for database/sql.
type driverConn = stdlib.Conn

// pooledConn is a connection whose sessions change from transaction to transaction.
type pooledConn struct {
	*driverConn
	connector *pooledConnector
}

// BeginTx begins a transaction and sets its limits, in one exchange.
func (c *pooledConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	connection := c.driverConn.Conn()
	if connection.IsClosed() {
		return nil, driver.ErrBadConn
	}
	begin := "begin"
	switch level := sql.IsolationLevel(options.Isolation); level {
	case sql.LevelDefault:
	case sql.LevelRepeatableRead:
		begin += " isolation level repeatable read"
	default:
		return nil, fmt.Errorf("transactions are not isolated by %s here", level)
	}
	if options.ReadOnly {
		begin += " read only"
	}
	began, err := connection.BeginTx(ctx, pgx.TxOptions{BeginQuery: begin + c.connector.settings})
	if err != nil {
		return nil, err
	}
	return pooledTx{ctx, began}, nil
}

// pooledTx is a transaction as database/sql knows it.
type pooledTx struct {
	ctx context.Context // the one that it began with, as the driver's own has it
	tx  pgx.Tx
}

// Commit commits it.
func (t pooledTx) Commit() error { return t.tx.Commit(t.ctx) }

// Rollback undoes it.
func (t pooledTx) Rollback() error { return t.tx.Rollback(t.ctx) }

// QueryContext reads rows. Outside of a transaction nothing has told the server when to stop, so whoever waits does.
func (c *pooledConn) QueryContext(ctx context.Context, query string, arguments []driver.NamedValue) (driver.Rows, error) {
	limited, cancel := c.limited(ctx)
	rows, err := c.driverConn.QueryContext(limited, query, arguments)
	if err != nil {
		cancel()
		return nil, err
	}
	if plain, is := rows.(*stdlib.Rows); is {
		return &limitedRows{plain, cancel}, nil
	}
	return rows, nil // whose context ends with its time
}

// ExecContext runs a statement without rows, within the same limit.
func (c *pooledConn) ExecContext(ctx context.Context, query string, arguments []driver.NamedValue) (driver.Result, error) {
	limited, cancel := c.limited(ctx)
	defer cancel()
	return c.driverConn.ExecContext(limited, query, arguments)
}

func (c *pooledConn) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.connector.limit == 0 || c.driverConn.Conn().PgConn().TxStatus() != 'I' {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.connector.limit)
}

// limitedRows are rows that must have been read by a certain time.
type limitedRows struct {
	*stdlib.Rows
	cancel context.CancelFunc
}

// Close ends the reading.
func (r *limitedRows) Close() error {
	defer r.cancel()
	return r.Rows.Close()
}
