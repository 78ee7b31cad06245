// Package database is the one door to SQLite and PostgreSQL.
//
// Both engines stand behind the same few calls: Open, InTx for everything that writes, Query and
// QueryRow for plain reads, Subscribe and Tx.Notify to wake other parts of the platform up when
// something was committed. One SQL text serves both engines; the few true differences are methods of Tx
// (ForUpdate, SkipLocked) or a pair of migration files. No other package imports a driver.
//
// A feature names the columns of a table once, in a Table in its *_store.go, where all its SQL stands. Whole rows are
// read (Scan, All), written (Insert, InsertOr) and changed (Update, UpdateAll) by the table; which rows, and everything
// else that a statement does, stays plain SQL, with the table's Columns behind SELECT. A new field is a line in the
// struct and a line in the table. What a column needs beside a pointer says a wrapper: Optional for NULL, JSON, Fixed
// for what never changes, Computed for an expression that is only read, NativeID. A column that only some statements
// know is left to them; two rows of one join are read by ScanBoth.
//
// A statement that is put together from parts takes its $n from Arguments, and its conditions from Where. Lists are read
// by Page or by Cursor, identifiers are made by NewID, and a row that may not be there twice is ErrUnique.
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

// Engine tells the two database engines apart where their SQL differs.
type Engine string

// The engines there are.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Options say which database to open and how.
type Options struct {
	// URL is postgres://… or postgresql://… for PostgreSQL, or the path of a SQLite file, with or without
	// the prefix "sqlite:". Every other scheme is refused.
	URL string
	// Pooler says what stands before PostgreSQL; the zero value finds out when the database is opened.
	Pooler Pooler
	// ListenURL leads to the same PostgreSQL database without a pooler in between, for the listener and for migrations.
	// Empty is the URL itself, which behind a pooler is no place to listen: see DB.Hears.
	ListenURL string
	// ReadURL leads to a streaming replica of the same PostgreSQL database, which Stale reads; empty for none. MaxLag is how old
	// it may be; zero is DefaultMaxLag.
	ReadURL string
	MaxLag  time.Duration
	// MaxConnections bounds the pool; zero is a default that suits the engine.
	MaxConnections int
	// Limits are asked of PostgreSQL. SQLite has none of its own: there the limit of a statement ends reads that nothing
	// else does.
	Limits Limits
	Logger *slog.Logger
	// Observe hears the text of every statement as it is sent, for tests that count the work of a use case. It must be safe
	// for concurrent use; nil hears nothing.
	Observe func(statement string)
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine Engine
	path   string // of the SQLite file; empty on PostgreSQL
	// readLimit is how long a read of SQLite's may take whose context has no end; zero on PostgreSQL, which knows by itself.
	readLimit time.Duration
	// patient connects to PostgreSQL without limits; nil on SQLite.
	patient *pgx.ConnConfig
	// session connects without limits and without a pooler in between; nil where there is no such way.
	session  *pgx.ConnConfig
	isPooled bool // a pooler stands before PostgreSQL
	// standby is what Stale reads; nil where there is none.
	standby *standby
	write   *sql.DB
	read    *sql.DB
	turns   turns // to write to SQLite
	logger  *slog.Logger
	wakes   *wakes
	hints   *hints
	totals  totals
	// origin marks what this process notified itself, so that its listener does not hear it twice.
	origin string
	// wroteAt is when rows were last changed, failedAt when a transaction last met an outage, in nanoseconds.
	wroteAt, failedAt atomic.Int64
}

// Open connects to the database and checks that it answers. It does not touch the schema: see Migrate.
// It fails when the URL cannot be understood or the database cannot be reached.
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

// Engine names the engine behind this database.
func (db *DB) Engine() Engine { return db.engine }

// IsPooled tells whether a pooler in transaction mode stands before the database.
func (db *DB) IsPooled() bool { return db.isPooled }

// Hears tells whether a listener can hear what other replicas tell: not through a pooler, unless there is a ListenURL. A
// process that does not is never Live, and finds what is due by its own slower looks.
func (db *DB) Hears() bool { return db.engine == SQLite || db.session != nil }

// Process names this opening of the database, unlike any other in this process or another.
func (db *DB) Process() string { return db.origin }

// Close tells other replicas what they have not been told yet and ends all connections. Whoever still uses
// the database fails.
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

// unlessGone leaves out that a connection which was to be closed is closed already, by us when it was given up or by the
// server: everything that was committed is the server's.
func unlessGone(err error) error {
	if IsOutage(err) {
		return nil
	}
	return err
}

// Ping reports whether the database answers now.
func (db *DB) Ping(ctx context.Context) error { return db.read.PingContext(ctx) }

// Stats tells how busy the connection pools are, by the pool's name.
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

// Querier is what both DB and Tx can read with, for store functions that serve either.
type Querier interface {
	Query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) *sql.Row
}

// Reader is a Querier that tells its engine, for statements that FromRows makes.
type Reader interface {
	Querier
	Engine() Engine
}

// Query reads rows outside of a transaction, or in the one that InLastTx holds. Each call may see a later state than
// the one before. The rows end with the context, and by themselves when it has no deadline and they are not read
// within the limit of a statement.
func (db *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if held := db.heldTx(ctx); held != nil {
		return held.Query(ctx, query, args...)
	}
	rows, err := db.read.QueryContext(db.limited(ctx), query, args...)
	return rows, interrupted(ctx, err)
}

// QueryRow reads one row outside of a transaction, or in the one that InLastTx holds.
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
			all = make([]T, 0, 8) // growing from one costs short lists more than their rows
		}
		all = append(all, item)
	}
	return all, rows.Err()
}

// EachRow calls with every row of a query in turn and closes the rows. It fails with what the query or a call failed with; no row
// is looked at after that.
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

// Row is one row to scan: of *sql.Row or of *sql.Rows.
type Row interface {
	Scan(targets ...any) error
}

// Micros is the form in which a time is stored: UTC microseconds.
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
