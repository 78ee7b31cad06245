package database

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
)

// Work over several owners must not wait for one of them: a row may be locked for seconds, and by a stopped process
// until the server ends its session. So such work takes the rows that are free, limits how long its transaction waits
// for any other lock, and comes back for the rest.

// ErrLocked means that another transaction holds the lock, for callers that do not wait for it.
var ErrLocked = errors.New("another transaction holds it")

// IsLocked reports whether an error means that another transaction held a lock for too long. A later try may succeed.
func IsLocked(err error) bool {
	var failure *pgconn.PgError
	return errors.Is(err, ErrLocked) || errors.As(err, &failure) && failure.Code == lockNotAvailable
}

// LimitLockWait limits how long each later statement of the transaction waits for a lock. Beyond the limit the
// statement, and so the transaction, fails with an error that IsLocked recognises. SQLite's only writer never waits.
func (tx *Tx) LimitLockWait(ctx context.Context, limit time.Duration) error {
	if tx.engine == SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT set_config('lock_timeout', $1, true)`, strconv.FormatInt(limit.Milliseconds(), 10))
	return err
}

// LockFree locks those of the rows that no other transaction has locked, until this one ends, and returns their ids. It
// never waits. Rows that do not exist are not free. On SQLite all are free for its only writer.
func (tx *Tx) LockFree(ctx context.Context, table string, ids []uuid.UUID) (free map[uuid.UUID]bool, err error) {
	return tx.takeFree(ctx, table, ids, tx.SkipLocked())
}

// ReferToFree is LockFree for a transaction that writes rows which refer to these: meanwhile no other may delete or
// lock them, but others may refer to them too.
func (tx *Tx) ReferToFree(ctx context.Context, table string, ids []uuid.UUID) (free map[uuid.UUID]bool, err error) {
	return tx.takeFree(ctx, table, ids, ` FOR KEY SHARE SKIP LOCKED`)
}

func (tx *Tx) takeFree(ctx context.Context, table string, ids []uuid.UUID, locking string) (free map[uuid.UUID]bool, err error) {
	free = make(map[uuid.UUID]bool, len(ids))
	if tx.engine == SQLite {
		for _, id := range ids {
			free[id] = true
		}
		return free, nil
	}
	row := func(id uuid.UUID) []any { return []any{id} }
	err = FromRows(tx, []string{"TEXT"}, ids, row, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `SELECT id FROM `+table+` WHERE id IN (SELECT v.column1 FROM `+source+`) ORDER BY id`+locking, arguments...)
		_, err = Collect(rows, err, func(row Row) (id uuid.UUID, err error) {
			err = row.Scan(&id)
			free[id] = true
			return id, err
		})
		return err
	})
	return free, err
}
