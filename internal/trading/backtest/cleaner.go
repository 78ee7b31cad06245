package backtest

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	cleanupInterval = time.Hour
	cleanupBatch    = 500 // rows in one transaction
)

// cleaner is the worker that removes backtests which are older than they are kept.
type cleaner struct{ service *Service }

// Name is the worker's name.
func (c *cleaner) Name() string { return "backtest-cleaner" }

// Run removes until the context ends. It fails when the database does.
func (c *cleaner) Run(ctx context.Context) error { return worker.Loop(ctx, nil, c.step) }

// step removes one batch of trades or, when none is left, of backtests, and goes on at once when it removed any: backtests follow trades.
func (c *cleaner) step(ctx context.Context) (wait time.Duration, err error) {
	s := c.service
	before := s.now().Add(-s.kept)
	var removed int64
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if removed, err = deleteOldTrades(ctx, tx, before, cleanupBatch); err != nil || removed > 0 {
			return err
		}
		removed, err = deleteBacktests(ctx, tx, before, cleanupBatch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("remove old backtests: %w", err)
	}
	if removed > 0 {
		return 0, nil
	}
	return cleanupInterval, nil
}
