package databasetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
)

// longWait is fifty times what anybody waits for a lock who limits the wait, and a thirtieth of what one waits who does
// not: tests open their databases with database.PatientLimits.
const longWait = 10 * time.Second

// WantNoLongWait fails the test when a statement waits for a lock that others hold while something is done, and ends
// that statement. It asks PostgreSQL how long each wait lasts: a machine that is merely busy is not one that waits.
func WantNoLongWait(t *testing.T, db *database.DB, what string, do func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	watched := make(chan error, 1)
	go func() { watched <- endLongWaits(ctx, db) }()
	do()
	stop()
	if err := <-watched; err != nil {
		t.Errorf("%s, want that it waits for nobody: %v", what, err)
	}
}

// endLongWaits ends statements that wait for a lock until the context ends, and fails when there was one.
func endLongWaits(ctx context.Context, db *database.DB) error {
	looks := time.NewTicker(100 * time.Millisecond)
	defer looks.Stop()
	var found error
	for {
		select {
		case <-ctx.Done():
			return found
		case <-looks.C:
		}
		rows, err := db.Query(ctx, `
			SELECT a.query, pg_cancel_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
			WHERE NOT l.granted AND a.datname = current_database()
				AND clock_timestamp() - l.waitstart > $1 * INTERVAL '1 millisecond'`, longWait.Milliseconds())
		_, err = database.Collect(rows, err, func(row database.Row) (ended bool, err error) {
			var statement string
			err = row.Scan(&statement, &ended)
			found = errors.Join(found, errors.New("a statement waited for a lock: "+statement))
			return ended, err
		})
		if err != nil && ctx.Err() == nil {
			found = errors.Join(found, err)
		}
	}
}
