package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"bourse/internal/worker"
)

// Reads that may be slightly stale go to a streaming replica of PostgreSQL, if there is one. It is trusted only while
// it has recently proved that it has everything that the primary had a moment before; otherwise, or when it fails, the
// primary is read instead, so that only operators notice.

// DefaultMaxLag is how far a standby may be behind.
const DefaultMaxLag = time.Second

// ReadURLError says what is wrong with Options.ReadURL.
type ReadURLError struct{ cause error }

func (e *ReadURLError) Error() string { return e.cause.Error() }

// Unwrap returns the cause.
func (e *ReadURLError) Unwrap() error { return e.cause }

// standby is the replica that is read.
type standby struct {
	pool   *sql.DB
	maxLag time.Duration
	start  time.Time
	// provenAt is a time before which the standby is known to have every commit, in nanoseconds since start; 0 when it
	// has failed since.
	provenAt  atomic.Int64
	isOurs    atomic.Bool // known to be a replica of this database
	isForeign atomic.Bool // last found to be a replica of another one
}

var errForeignStandby = errors.New("it leads to another database, not to a standby of the one at the database's URL")

// openStandby opens the pool of the standby. It fails when the standby belongs to another database, but not when it is
// unreachable, since it may come up later.
func (db *DB) openStandby(ctx context.Context, options Options) error {
	if where, err := parseLocation(options.ReadURL); err != nil || where.engine != Postgres {
		return errors.New("it must begin with postgres://")
	}
	config, err := parsePostgres(options.ReadURL)
	if err != nil {
		return err
	}
	servers := newNetwork()
	pool, _, err := servers.connect(ctx, config, options)
	if err != nil {
		db.logger.Warn("the standby cannot be read: the primary is read in its place", "error", err)
		pool = servers.pool(config, options, options.Pooler == PoolerTransaction)
	}
	db.standby = &standby{pool: pool, maxLag: cmp.Or(options.MaxLag, DefaultMaxLag), start: time.Now()}
	if err != nil {
		return nil
	}
	if err := db.standby.recognize(ctx, db); errors.Is(err, errForeignStandby) {
		return errors.Join(err, pool.Close())
	}
	_ = db.standby.check(ctx, db, 0) // StandbyTrouble reports it; the watcher waits for it, a start does not
	return nil
}

// recognize checks, until it is certain, that the standby is a replica of this database. One that was unreachable at
// the start is checked when it comes up: nothing else has verified where the URL leads.
func (s *standby) recognize(ctx context.Context, db *DB) error {
	if s.isOurs.Load() {
		return nil
	}
	const whose = `SELECT system_identifier::TEXT || current_database() FROM pg_control_system()`
	var ours, theirs string
	err := errors.Join(db.write.QueryRowContext(ctx, whose).Scan(&ours), s.pool.QueryRowContext(ctx, whose).Scan(&theirs))
	if isForbidden(err) { // on a server that does not allow the query, the operator vouches for the URL
		db.logger.WarnContext(ctx, "whose standby --database-read-url leads to may not be asked: it is taken for one of this database", "error", err)
		s.isOurs.Store(true)
		return nil
	}
	if err != nil {
		return fmt.Errorf("ask whose standby it is: %w", err)
	}
	s.isForeign.Store(ours != theirs)
	if ours != theirs {
		return errForeignStandby
	}
	s.isOurs.Store(true)
	return nil
}

// isForbidden reports whether the server denies the role this query.
func isForbidden(err error) bool {
	failure := (*pgconn.PgError)(nil)
	return errors.As(err, &failure) && failure.Code == "42501"
}

// check finds out whether the standby has everything that the primary has now, or gets it within patience. It fails
// when the standby is another database's, or when one of the two does not answer.
func (s *standby) check(ctx context.Context, db *DB, patience time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, s.maxLag)
	defer cancel()
	if err := s.recognize(limited, db); err != nil {
		return err
	}
	asked := time.Now()
	var position string
	if err := db.write.QueryRowContext(limited, `SELECT pg_current_wal_lsn()::TEXT`).Scan(&position); err != nil {
		return fmt.Errorf("ask the primary: %w", err)
	}
	for {
		var holds bool
		err := s.pool.QueryRowContext(limited, `
			SELECT COALESCE(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END >= $1::TEXT::PG_LSN, FALSE)`, position).Scan(&holds)
		if err != nil {
			s.provenAt.Store(0)
			return fmt.Errorf("ask the standby: %w", err)
		}
		if holds {
			s.provenAt.Store(int64(max(1, asked.Sub(s.start))))
			return nil
		}
		if time.Since(asked) >= patience {
			return nil
		}
		select { // under writes it is always a moment behind
		case <-time.After(s.maxLag / 100):
		case <-limited.Done():
			return nil
		}
	}
}

// isFresh reports whether the standby is no further behind than allowed.
func (s *standby) isFresh() bool {
	proven := s.provenAt.Load()
	return proven != 0 && time.Since(s.start)-time.Duration(proven) <= s.maxLag
}

// StandbyTrouble says why the standby is not read; empty while it is, or there is none.
func (db *DB) StandbyTrouble() string {
	if db.standby == nil || db.standby.isFresh() {
		return ""
	}
	if db.standby.isForeign.Load() {
		return "the standby is not read: " + errForeignStandby.Error()
	}
	return fmt.Sprintf("the standby cannot be reached, or is more than %v behind: the primary is read in its place", db.standby.maxLag)
}

// StandbyWatcher is the worker that checks how far behind the standby is. Without a standby it has nothing to do.
type StandbyWatcher struct{ db *DB }

// StandbyWatcher returns the worker that watches the standby.
func (db *DB) StandbyWatcher() *StandbyWatcher { return &StandbyWatcher{db} }

// Name is the worker's name.
func (w *StandbyWatcher) Name() string { return "standby-watcher" }

// Run watches until the context ends. It never fails: StandbyTrouble reports an unreachable standby.
func (w *StandbyWatcher) Run(ctx context.Context) error {
	if w.db.standby == nil {
		<-ctx.Done()
		return nil
	}
	return worker.Loop(ctx, nil, func(ctx context.Context) (time.Duration, error) {
		return w.db.standby.maxLag / 4, worker.Handled(w.db.standby.check(ctx, w.db, w.db.standby.maxLag))
	})
}

// Stale returns a Reader of data that may be up to MaxLag old: from the standby while it is fresh enough, else from the
// database itself. It is for lists that the caller cannot have changed, such as candles or a catalogue that others
// maintain: a caller must find what they have just written, whichever process they ask next.
func (db *DB) Stale() Reader {
	if db.standby == nil {
		return db
	}
	return staleReader{db}
}

type staleReader struct{ db *DB }

// Engine returns the engine.
func (r staleReader) Engine() Engine { return r.db.engine }

// Query reads rows.
func (r staleReader) Query(ctx context.Context, query string, arguments ...any) (*sql.Rows, error) {
	if r.db.heldTx(ctx) == nil && r.db.standby.isFresh() {
		rows, err := r.db.standby.pool.QueryContext(ctx, query, arguments...)
		if !r.hasFailed(ctx, err) {
			return rows, interrupted(ctx, err)
		}
	}
	return r.db.Query(ctx, query, arguments...)
}

// QueryRow reads one row.
func (r staleReader) QueryRow(ctx context.Context, query string, arguments ...any) *sql.Row {
	if r.db.heldTx(ctx) == nil && r.db.standby.isFresh() {
		row := r.db.standby.pool.QueryRowContext(ctx, query, arguments...)
		if !r.hasFailed(ctx, row.Err()) {
			return row
		}
	}
	return r.db.QueryRow(ctx, query, arguments...)
}

// hasFailed reports whether a failure is due to the standby rather than the query; the standby is then not used until
// it has proved that it works. When replay removes rows that a read needs, that read ends with a conflict, which says
// nothing about the next one.
func (r staleReader) hasFailed(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil {
		return false
	}
	if isPostgresConflict(err) {
		return true
	}
	if !IsOutage(err) {
		return false
	}
	r.db.standby.provenAt.Store(0)
	return true
}
