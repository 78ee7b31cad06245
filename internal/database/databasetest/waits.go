package databasetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
)

// longWait is fifty times as long as any limited wait for a lock, and a thirtieth of an unlimited one: tests open their
// databases with database.PatientLimits.
const longWait = 10 * time.Second

// WantNoLongWait fails the test when a statement waits long for a lock while do runs, and ends that statement. It asks
// PostgreSQL how long each wait lasts, so that a busy machine does not count as waiting.
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
