package edge

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	pruneInterval = time.Hour
	// pruneBatch bounds how long others wait for the pruning to let go of the database.
	pruneBatch = 1000
)

// IdempotencyPruner is the worker that removes idempotency keys whose time is over. Any number of
// replicas may run it at once.
type IdempotencyPruner struct {
	db  *database.DB
	now func() time.Time
}

// NewIdempotencyPruner makes the worker.
func NewIdempotencyPruner(db *database.DB, now func() time.Time) *IdempotencyPruner {
	return &IdempotencyPruner{db, now}
}

// Name is the name of the worker.
func (*IdempotencyPruner) Name() string { return "idempotency-pruner" }

// Run prunes at once and then every hour until the context ends. It fails when the database does.
func (p *IdempotencyPruner) Run(ctx context.Context) error {
	ticker := time.NewTicker(pruneInterval)
	defer ticker.Stop()
	for {
		err := worker.Turn(ctx, func(ctx context.Context) error {
			_, err := p.Prune(ctx)
			return err
		})
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Prune removes every key whose time is over and returns how many there were.
func (p *IdempotencyPruner) Prune(ctx context.Context) (int64, error) {
	var total int64
	for {
		var removed int64
		err := p.db.InTx(ctx, func(tx *database.Tx) (err error) {
			removed, err = tx.Exec(ctx, `
				DELETE FROM idempotency_keys
				WHERE (scope, key) IN (
					SELECT scope, key FROM idempotency_keys WHERE expires_at <= $1 LIMIT $2`+tx.SkipLocked()+`
				)`, database.Micros(p.now()), pruneBatch)
			return err
		})
		if err != nil {
			return total, fmt.Errorf("prune idempotency keys: %w", err)
		}
		total += removed
		if removed < pruneBatch {
			return total, nil
		}
	}
}
