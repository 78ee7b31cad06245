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

// A pooler in transaction mode, such as PgBouncer, may run each transaction in a different PostgreSQL session. Session
// state then belongs to somebody else: prepared statements, connection parameters, locks that outlive a transaction,
// LISTEN. So behind one, statements are sent unnamed and with their types, which are looked up once and cached here;
// limits are set in the round trip that begins each transaction; and whatever needs a session has its own connection or
// does without.

// Pooler is what is between the platform and PostgreSQL.
type Pooler string

// The poolers. PoolerAuto, like the zero value, finds out which of the others it is.
const (
	PoolerAuto        Pooler = "auto"
	PoolerOff         Pooler = "off"
	PoolerTransaction Pooler = "transaction"
)

// isBehindPooler reports whether the answering process is not the one that was announced when the session began:
// PostgreSQL announces its own process, while a pooler, which has no server process for the session yet, announces
// something else.
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

// refusesParameters reports whether a connection was refused for its startup parameters, as PgBouncer does with unknown
// ones. PostgreSQL knows all of ours.
func refusesParameters(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.Code == protocolViolation
}

const protocolViolation = "08P01"

// limitNames are the parameters for Limits.
var limitNames = []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"}

// pooledConnector makes connections that do not rely on session state.
type pooledConnector struct {
	driver.Connector
	settings string        // sent with the BEGIN of every transaction
	limit    time.Duration // of a statement outside a transaction; zero for none
}

// newPooledConnector removes the limits from the connection parameters, which a pooler would refuse or ignore.
func newPooledConnector(config *pgx.ConnConfig, limit time.Duration, options ...stdlib.OptionOpenDB) *pooledConnector {
	made := config.Copy()
	made.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	settings := ""
	for _, name := range limitNames {
		value := made.RuntimeParams[name]
		delete(made.RuntimeParams, name)
		if value == "" {
			value = "0" // better none than whatever the pooler's sessions have
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

// driverConn is pgx's database/sql connection.
type driverConn = stdlib.Conn

// pooledConn is a connection whose session changes with every transaction.
type pooledConn struct {
	*driverConn
	connector *pooledConnector
}

// BeginTx begins a transaction and sets its limits, in one round trip.
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

// pooledTx is a transaction for database/sql.
type pooledTx struct {
	ctx context.Context // the one that it began with, like the driver's own
	tx  pgx.Tx
}

// Commit commits the transaction.
func (t pooledTx) Commit() error { return t.tx.Commit(t.ctx) }

// Rollback rolls the transaction back.
func (t pooledTx) Rollback() error { return t.tx.Rollback(t.ctx) }

// QueryContext reads rows. Outside a transaction the server has no limit set, so the client enforces it.
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
	return rows, nil // their context ends with the limit
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

// limitedRows are rows that must be read within a time limit.
type limitedRows struct {
	*stdlib.Rows
	cancel context.CancelFunc
}

// Close ends the reading.
func (r *limitedRows) Close() error {
	defer r.cancel()
	return r.Rows.Close()
}
