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
	cleanupBatch    = 500 // rows per transaction
)

// cleaner is the worker that deletes backtests past their retention.
type cleaner struct{ service *Service }

// Name is the worker's name.
func (c *cleaner) Name() string { return "backtest-cleaner" }

// Run deletes until the context ends. It fails when the database does.
func (c *cleaner) Run(ctx context.Context) error { return worker.Loop(ctx, nil, c.step) }

// step deletes one batch of trades or, if there are none left, of backtests, and continues at once if it deleted any:
// backtests can only go after their trades.
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
