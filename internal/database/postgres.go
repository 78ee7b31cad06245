package database

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const defaultPostgresConnections = 20

// Limits are timeouts that the server enforces on every connection. Zero means the default of each.
type Limits struct {
	Statement         time.Duration // one statement
	Lock              time.Duration // waiting for one lock
	IdleInTransaction time.Duration // idling in a transaction, as a stopped process does
}

// DefaultLimits suit a platform whose statements take milliseconds.
var DefaultLimits = Limits{Statement: 15 * time.Second, Lock: 5 * time.Second, IdleInTransaction: 8 * time.Second}

// PatientLimits are for filling tables and for busy machines, as with tests and benchmarks.
var PatientLimits = Limits{Statement: 10 * time.Minute, Lock: 5 * time.Minute, IdleInTransaction: 10 * time.Minute}

func (l Limits) orDefault() Limits {
	return Limits{
		Statement:         cmp.Or(l.Statement, DefaultLimits.Statement),
		Lock:              cmp.Or(l.Lock, DefaultLimits.Lock),
		IdleInTransaction: cmp.Or(l.IdleInTransaction, DefaultLimits.IdleInTransaction),
	}
}

// set adds the limits to the startup parameters of a connection. Those in the URL take precedence.
func (l Limits) set(parameters map[string]string) {
	for name, limit := range map[string]time.Duration{
		"statement_timeout": l.Statement, "lock_timeout": l.Lock, "idle_in_transaction_session_timeout": l.IdleInTransaction,
	} {
		if parameters[name] == "" {
			parameters[name] = strconv.FormatInt(limit.Milliseconds(), 10)
		}
	}
}

// openPostgres connects to the server and finds out what is in front of it.
func (db *DB) openPostgres(ctx context.Context, options Options) error {
	config, err := parsePostgres(options.URL)
	if err != nil {
		return fmt.Errorf("database URL: %w", err)
	}
	servers := newNetwork()
	// Migrations and the listener wait as long as necessary, on separate connections.
	db.patient = config.Copy()
	db.patient.DialFunc = servers.dial(0)
	if options.Observe != nil {
		config.Tracer = statementObserver{options.Observe}
	}
	if db.write, db.isPooled, err = servers.connect(ctx, config, options); err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	db.read = db.write
	if !db.isPooled {
		db.session = db.patient
	}
	if options.ListenURL != "" {
		if err := db.listenAt(ctx, options.ListenURL); err != nil {
			return errors.Join(&ListenURLError{err}, db.write.Close())
		}
	}
	if options.ReadURL != "" {
		if err := db.openStandby(ctx, options); err != nil {
			return errors.Join(&ReadURLError{err}, db.write.Close())
		}
	}
	return nil
}

// parsePostgres parses a URL. It refuses query execution modes that cannot send every value that is stored.
func parsePostgres(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err // pgx masks the password in it
	}
	if mode := config.DefaultQueryExecMode; mode == pgx.QueryExecModeExec || mode == pgx.QueryExecModeSimpleProtocol {
		return nil, errors.New("default_query_exec_mode must not be exec or simple_protocol, which cannot send every kind of value; " +
			"for a pooler without prepared statements there is a setting of its own")
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "bourse"
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTimeout)
	config.OnPgError = unlessReadOnly(config.OnPgError)
	return config, nil
}

// unlessReadOnly keeps a connection after an error if the given handler does, except when the server says that it is
// read-only: after a failover that is the former primary, and the next connection leads to the new one.
func unlessReadOnly(keeps pgconn.PgErrorHandler) pgconn.PgErrorHandler {
	return func(connection *pgconn.PgConn, failure *pgconn.PgError) bool {
		return failure.Code != readOnlyTransaction && keeps(connection, failure)
	}
}

// connect makes a pool of connections and uses the first one, which also shows whether a pooler is in front of the
// server, unless the options say so.
func (n *network) connect(ctx context.Context, config *pgx.ConnConfig, options Options) (pool *sql.DB, isPooled bool, err error) {
	if options.Pooler != PoolerTransaction {
		pool = n.pool(config, options, false)
		if isPooled, err = n.ask(ctx, pool); err == nil && (!isPooled || options.Pooler == PoolerOff) {
			return pool, false, nil
		}
		failed := errors.Join(err, unlessGone(pool.Close()))
		if err != nil && (options.Pooler == PoolerOff || !refusesParameters(err)) {
			return nil, false, failed
		}
	}
	pool = n.pool(config, options, true)
	if _, err := n.ask(ctx, pool); err != nil {
		return nil, false, errors.Join(err, unlessGone(pool.Close()))
	}
	return pool, true, nil
}

// ask makes sure that the server answers, and reports whether a pooler answers in its place.
func (n *network) ask(ctx context.Context, pool *sql.DB) (isPooled bool, err error) {
	connection, err := pool.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = connection.Close() }() // returns it to the pool
	err = connection.Raw(func(driver any) error {
		native, err := nativeOf(driver)
		if err == nil {
			isPooled, err = isBehindPooler(ctx, native)
		}
		return err
	})
	return isPooled, err
}

// pool returns connections that wait for an answer no longer than the limits allow.
func (n *network) pool(config *pgx.ConnConfig, options Options, isPooled bool) *sql.DB {
	config = config.Copy()
	limits := options.Limits.orDefault()
	limits.set(config.RuntimeParams)
	config.DialFunc = n.dial(limits.Statement + answerGrace)
	var pool *sql.DB
	if isPooled {
		pool = sql.OpenDB(newPooledConnector(config, limits.Statement, poolOptions...))
	} else {
		pool = stdlib.OpenDB(*config, poolOptions...)
	}
	connections := cmp.Or(options.MaxConnections, defaultPostgresConnections)
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

var poolOptions = []stdlib.OptionOpenDB{stdlib.OptionResetSession(probe),
	stdlib.OptionShouldPing(func(context.Context, stdlib.ShouldPingParams) bool { return false })} // probe does that

// patientPool returns connections without limits, for migrations: to a session if possible, in which migrationLock
// bounds the wait for a table, and otherwise through the pooler, where every transaction must bound it.
func (db *DB) patientPool() *sql.DB {
	if db.session != nil {
		return stdlib.OpenDB(*db.session.Copy())
	}
	through := db.patient.Copy()
	through.RuntimeParams["lock_timeout"] = stepWait
	return sql.OpenDB(newPooledConnector(through, 0))
}

// nativeOf returns the pgx connection inside a driver connection.
func nativeOf(driver any) (*pgx.Conn, error) {
	wrapped, is := driver.(interface{ Conn() *pgx.Conn })
	if !is {
		return nil, fmt.Errorf("a %T is no connection to PostgreSQL", driver)
	}
	return wrapped.Conn(), nil
}

// statementObserver reports statements as they are sent.
type statementObserver struct{ observe func(statement string) }

// TraceQueryStart is called before a statement is sent.
func (o statementObserver) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	o.observe(data.SQL)
	return ctx
}

// TraceQueryEnd is called when a statement has been answered.
func (statementObserver) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// probe is called before a connection of the pool is reused. It fails with ErrBadConn, so that the pool tries another
// one, when the connection is spoiled, or has been silent and stays silent. That does not affect the other connections:
// a server that is merely busy must not lose all of its clients at once.
func probe(ctx context.Context, connection *pgx.Conn) error {
	carrier := connection.PgConn().Conn()
	if encrypted, ok := carrier.(interface{ NetConn() net.Conn }); ok {
		carrier = encrypted.NetConn()
	}
	if guarded, ok := carrier.(*guardedConn); ok {
		if guarded.isSpoiled() {
			return driver.ErrBadConn
		}
		if guarded.silentFor() < probeAfter {
			return nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	if connection.Ping(limited) != nil {
		return driver.ErrBadConn
	}
	return nil
}

// PostgreSQL's codes for failures that a retry can cure.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

func isPostgresConflict(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) &&
		(failure.Code == serializationFailure || failure.Code == deadlockDetected)
}
