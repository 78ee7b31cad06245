package database

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
)

// Work over several owners must not wait for one of them: whoever holds a row may hold it for seconds, and a stopped
// process does so until the server ends its session. So such work takes the rows that are free, lets its transaction
// wait for no other lock longer than a moment, and comes back for the rest.

// ErrLocked is that another transaction holds what was to be taken, for those who do not wait for it.
var ErrLocked = errors.New("another transaction holds it")

// IsLocked reports whether something failed because another transaction held a lock for too long. Tried later it
// may succeed.
func IsLocked(err error) bool {
	var failure *pgconn.PgError
	return errors.Is(err, ErrLocked) || errors.As(err, &failure) && failure.Code == lockNotAvailable
}

// LimitLockWait makes every statement that follows in the transaction wait for a lock no longer than the limit.
// What has to wait longer fails with an error that IsLocked knows, and the transaction with it. SQLite's only
// writer waits for nobody.
func (tx *Tx) LimitLockWait(ctx context.Context, limit time.Duration) error {
	if tx.engine == SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT set_config('lock_timeout', $1, true)`, strconv.FormatInt(limit.Milliseconds(), 10))
	return err
}

// LockFree holds those rows of a table that no other transaction holds until this one ends, and returns their ids:
// it waits for nobody. Rows that do not exist are not free. SQLite's only writer has them all.
func (tx *Tx) LockFree(ctx context.Context, table string, ids []uuid.UUID) (free map[uuid.UUID]bool, err error) {
	return tx.takeFree(ctx, table, ids, tx.SkipLocked())
}

// ReferToFree is LockFree for a transaction that writes rows which refer to these: they may not go away or be held
// by others meanwhile, and others may refer to them as well.
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
