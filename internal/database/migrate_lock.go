package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/pressly/goose/v3/lock"
)

// migrationLock lets one process at a time migrate a PostgreSQL database. It polls instead of waiting in the server,
// because a waiting statement would block a migration that builds an index concurrently; and it polls often, so that
// many replicas that start at once finish within a second. The lock belongs to the connection and ends with it, however
// the process ends.
type migrationLock struct{}

// stepWait is how long a step waits for a table that is in use for long, for example by a backup. Statements that
// arrive later queue behind the step, so it gives up, lets them through, and is retried after stepPause.
const (
	stepWait  = "2s"
	stepPause = 5 * time.Second
)

// migrationPoll is the longest pause between tries to take the lock.
const migrationPoll = 100 * time.Millisecond

// SessionLock takes the lock. It fails when another process holds it for longer than migrationWait.
func (migrationLock) SessionLock(ctx context.Context, connection *sql.Conn) error {
	err := awaitLock(ctx, func(ctx context.Context) (taken bool, err error) {
		err = connection.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lock.DefaultLockID).Scan(&taken)
		return taken, err
	})
	if err != nil {
		return err
	}
	// The steps run on the same connection.
	_, err = connection.ExecContext(ctx, "SET lock_timeout = '"+stepWait+"'")
	return err
}

// awaitLock tries to take the lock until it succeeds.
func awaitLock(ctx context.Context, try func(ctx context.Context) (taken bool, err error)) error {
	limited, cancel := context.WithTimeout(ctx, migrationWait)
	defer cancel()
	for {
		taken, err := try(limited)
		if err != nil {
			return fmt.Errorf("lock the migrations: %w", err)
		}
		if taken {
			return nil
		}
		select {
		case <-time.After(rand.N(migrationPoll)):
		case <-limited.Done():
			return fmt.Errorf("another process holds the lock of the migrations: %w", limited.Err())
		}
	}
}

// lockMigrationsInTx takes the same lock where there is no session to own it: in a transaction that stays open on its
// own connection until release is called, however long that takes. The transaction does nothing else, so it blocks
// nobody; and waiting processes keep none open, since building an index concurrently waits for all open transactions.
func (db *DB) lockMigrationsInTx(ctx context.Context) (release func() error, err error) {
	pool := db.patientPool()
	var tx *sql.Tx
	err = awaitLock(ctx, func(limited context.Context) (taken bool, err error) {
		// The transaction outlives the time limit for taking it.
		if tx, err = pool.BeginTx(ctx, nil); err != nil {
			return false, err
		}
		err = tx.QueryRowContext(limited, "SELECT pg_try_advisory_xact_lock($1)", lock.DefaultLockID).Scan(&taken)
		if err == nil && taken {
			// An open transaction keeps the snapshot of its last query until the next statement, and the index would
			// wait for that too. This statement needs no snapshot.
			_, err = tx.ExecContext(limited, "SET LOCAL idle_in_transaction_session_timeout = 0")
		}
		if err != nil || !taken {
			return false, errors.Join(err, tx.Rollback())
		}
		return true, nil
	})
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return func() error { return errors.Join(tx.Rollback(), pool.Close()) }, nil
}

// SessionUnlock releases the lock. It fails when the connection broke, which released the lock too.
func (migrationLock) SessionUnlock(ctx context.Context, connection *sql.Conn) error {
	var held bool
	err := connection.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", lock.DefaultLockID).Scan(&held)
	if err != nil {
		return fmt.Errorf("unlock the migrations: %w", err)
	}
	if !held {
		return errors.New("unlock the migrations: the lock was not held")
	}
	return nil
}
