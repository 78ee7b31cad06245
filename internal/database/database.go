// Package database is the only access to SQLite and PostgreSQL.
//
// Both engines have the same few calls: Open, InTx for everything that writes, Query and QueryRow for plain reads,
// Subscribe and Tx.Notify to wake other parts of the platform when something was committed. The same SQL serves both
// engines; the few real differences are methods of Tx (ForUpdate, SkipLocked) or a pair of migration files. No other
// package imports a driver.
//
// A feature names the columns of a table once, in a Table in its *_store.go, where all its SQL is. The Table reads
// (Scan, All), inserts (Insert, InsertOr) and updates (Update, UpdateAll) whole rows; which rows, and everything else
// in a statement, is plain SQL, with the table's Columns after SELECT. A new field is a line in the struct and a line
// in the table. Wrappers say what a column needs beyond a pointer: Optional for NULL, JSON, Fixed for what never
// changes, Computed for an expression that is only read, NativeID. Columns that only some statements use are left to
// those; ScanBoth reads two rows of a join.
//
// A statement that is assembled from parts takes its $n from Arguments, and its conditions from Where. Lists are read
// by Page or by Cursor, NewID makes ids, and a duplicate row is ErrUnique.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Engine is one of the two database engines, for code whose SQL differs.
type Engine string

// The engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Options say which database to open and how.
type Options struct {
	// URL is postgres://… or postgresql://… for PostgreSQL, or the path of a SQLite file, with or without
	// the prefix "sqlite:". Every other scheme is refused.
	URL string
	// Pooler says what is in front of PostgreSQL; the zero value finds out when the database is opened.
	Pooler Pooler
	// ListenURL reaches the same PostgreSQL database without a pooler, for the listener and for migrations. Empty means
	// URL, through which nothing can listen when it leads to a pooler: see DB.Hears.
	ListenURL string
	// ReadURL reaches a streaming replica of the same PostgreSQL database, which Stale reads; empty for none. MaxLag is
	// how far it may be behind; zero means DefaultMaxLag.
	ReadURL string
	MaxLag  time.Duration
	// MaxConnections bounds the pool; zero means a default for the engine.
	MaxConnections int
	// Limits are set in PostgreSQL. SQLite has none of its own: there the statement limit ends reads that have no other
	// limit.
	Limits Limits
	Logger *slog.Logger
	// Observe is called with the text of every statement sent, for tests that count the statements of a use case. It
	// must be safe for concurrent use; nil disables it.
	Observe func(statement string)
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine Engine
	path   string // of the SQLite file; empty on PostgreSQL
	// readLimit is how long a read on SQLite may take when its context has no end; zero on PostgreSQL, which has its
	// own limit.
	readLimit time.Duration
	// patient connects to PostgreSQL without limits; nil on SQLite.
	patient *pgx.ConnConfig
	// session connects without limits and without a pooler; nil where that is impossible.
	session  *pgx.ConnConfig
	isPooled bool // a pooler is in front of PostgreSQL
	// standby is the replica that Stale reads; nil without one.
	standby *standby
	write   *sql.DB
	read    *sql.DB
	turns   turns // for writing to SQLite
	logger  *slog.Logger
	wakes   *wakes
	hints   *hints
	totals  totals
	// origin marks this process's own notifications, so that its listener does not deliver them again.
	origin string
	// wroteAt is when rows were last changed, failedAt when a transaction last failed in an outage, in nanoseconds.
	wroteAt, failedAt atomic.Int64
}

// Open connects to the database and checks that it answers. It does not touch the schema: see Migrate. It fails when
// the URL cannot be parsed or the database cannot be reached.
func Open(ctx context.Context, options Options) (*DB, error) {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	db := &DB{logger: options.Logger, origin: uuid.NewString()}
	where, err := parseLocation(options.URL)
	if err != nil {
		return nil, err
	}
	db.engine = where.engine
	db.wakes, db.hints = newWakes(db.engine), newHints(db)
	if where.engine == Postgres {
		err = db.openPostgres(ctx, options)
	} else {
		err = db.openSQLite(ctx, where.address, options)
	}
	if err != nil {
		return nil, err
	}
	return db, nil
}

// Engine returns the engine of this database.
func (db *DB) Engine() Engine { return db.engine }

// IsPooled reports whether a pooler in transaction mode is in front of the database.
func (db *DB) IsPooled() bool { return db.isPooled }

// Hears reports whether a listener can receive notifications of other replicas: behind a pooler only with a ListenURL.
// A process that cannot is never Live, and finds due work by its own slower polling.
func (db *DB) Hears() bool { return db.engine == SQLite || db.session != nil }

// Process returns a unique id of this DB, different from any other in this process or another.
func (db *DB) Process() string { return db.origin }

// Close sends the hints that other replicas have not received yet and closes all connections. Later use of the database
// fails.
func (db *DB) Close() error {
	db.hints.flush()
	var failed error
	if db.standby != nil {
		failed = unlessGone(db.standby.pool.Close())
	}
	if db.read == db.write {
		return errors.Join(failed, unlessGone(db.write.Close()))
	}
	return errors.Join(db.read.Close(), db.write.Close())
}

// unlessGone ignores the error of closing a connection that is closed already, by us when it was given up or by the
// server: everything committed is safe on the server.
func unlessGone(err error) error {
	if IsOutage(err) {
		return nil
	}
	return err
}

// Ping fails when the database does not answer.
func (db *DB) Ping(ctx context.Context) error { return db.read.PingContext(ctx) }

// Stats returns the usage of the connection pools, by name.
func (db *DB) Stats() map[string]sql.DBStats {
	if db.read == db.write {
		pools := map[string]sql.DBStats{"all": db.write.Stats()}
		if db.standby != nil {
			pools["standby"] = db.standby.pool.Stats()
		}
		return pools
	}
	return map[string]sql.DBStats{"read": db.read.Stats(), "write": db.turns.stats(db.write.Stats())}
}

// Querier is the reading that DB and Tx have in common, for store functions that serve both.
type Querier interface {
	Query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) *sql.Row
}

// Reader is a Querier that knows its engine, for FromRows.
type Reader interface {
	Querier
	Engine() Engine
}

// Query reads rows outside a transaction, or in the one that InLastTx holds. Each call may see a later state than the
// previous one. The rows end with the context, and, when it has no deadline, after the statement limit.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if held := db.heldTx(ctx); held != nil {
		return held.Query(ctx, query, args...)
	}
	rows, err := db.read.QueryContext(db.limited(ctx), query, args...)
	return rows, interrupted(ctx, err)
}

// QueryRow reads one row outside a transaction, or in the one that InLastTx holds.
func (db *DB) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	if held := db.heldTx(ctx); held != nil {
		return held.QueryRow(ctx, query, args...)
	}
	return db.read.QueryRowContext(db.limited(ctx), query, args...)
}

func (db *DB) limited(ctx context.Context) context.Context {
	if db.readLimit == 0 {
		return ctx
	}
	return limitRead(ctx, db.readLimit)
}

// Collect scans every row of a query with scan and closes the rows. It never returns a nil slice without
// an error, so that an empty list is [] on the wire.
func Collect[T any](rows *sql.Rows, err error, scan func(row Row) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := []T{}
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			all = make([]T, 0, 8) // growing from one would cost short lists more than their rows
		}
		all = append(all, item)
	}
	return all, rows.Err()
}

// EachRow calls the function with each row of a query and closes the rows. It stops and fails with the first error of
// the query or of a call.
func EachRow(rows *sql.Rows, err error, call func(row Row) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := call(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ScanOne scans a row of one value, for Collect.
func ScanOne[T any](row Row) (value T, err error) {
	err = row.Scan(&value)
	return value, err
}

// Row is one row to scan: *sql.Row or *sql.Rows.
type Row interface {
	Scan(targets ...any) error
}

// Micros returns a time as it is stored: UTC microseconds.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// OptionalMicros is Micros, with the zero time stored as NULL.
func OptionalMicros(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: !t.IsZero()}
}

// Time scans a stored time into target; NULL becomes the zero time.
func Time(target *time.Time) sql.Scanner { return timeCell{target} }

type timeCell struct{ target *time.Time }

func (s timeCell) Scan(value any) error {
	switch micros := value.(type) {
	case nil:
		*s.target = time.Time{}
	case int64:
		*s.target = time.UnixMicro(micros).UTC()
	default:
		return fmt.Errorf("a time is stored as microseconds, not as %T", value)
	}
	return nil
}

// OptionalID stores the nil UUID as NULL.
func OptionalID(id uuid.UUID) uuid.NullUUID { return uuid.NullUUID{UUID: id, Valid: id != uuid.Nil} }
