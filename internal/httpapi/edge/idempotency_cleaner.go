package edge

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	cleanupInterval = time.Hour
	// cleanupBatch limits how long others wait for the cleanup to release the database.
	cleanupBatch = 1000
)

// IdempotencyCleaner is the worker that removes expired idempotency keys. Any number of replicas may run it at once.
type IdempotencyCleaner struct {
	db  *database.DB
	now func() time.Time
}

// NewIdempotencyCleaner returns the worker.
func NewIdempotencyCleaner(db *database.DB, now func() time.Time) *IdempotencyCleaner {
	return &IdempotencyCleaner{db, now}
}

// Name is the worker's name, which operators have known for longer than its type.
func (*IdempotencyCleaner) Name() string { return "idempotency-pruner" }

// Run cleans up at once and then every hour until the context ends. It fails when the database does.
func (c *IdempotencyCleaner) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(cleanupInterval, func(ctx context.Context) error {
		_, err := c.Cleanup(ctx)
		return err
	}))
}

// Cleanup removes all expired keys and returns how many there were.
func (c *IdempotencyCleaner) Cleanup(ctx context.Context) (int64, error) {
	removed, err := c.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) {
		return deleteExpiredKeys(ctx, tx, c.now(), cleanupBatch)
	})
	if err != nil {
		return removed, fmt.Errorf("clean up idempotency keys: %w", err)
	}
	return removed, nil
}
