package ml

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	cleanupInterval = time.Hour
	cleanupBatch    = 500
)

// predictionCleaner is the worker that removes predictions past their retention. Scorecards keep their sums.
type predictionCleaner struct{ service *Service }

// Name is the worker's name.
func (c *predictionCleaner) Name() string { return "ml-prediction-cleaner" }

// Run removes predictions until the context ends. It fails when the database does.
func (c *predictionCleaner) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, c.step)
}

// step removes one batch, and continues at once if it was a full one.
func (c *predictionCleaner) step(ctx context.Context) (wait time.Duration, err error) {
	s := c.service
	var removed int64
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		removed, err = deletePredictions(ctx, tx, s.now().Add(-s.kept), cleanupBatch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("remove old predictions: %w", err)
	}
	if removed == cleanupBatch {
		return 0, nil
	}
	return cleanupInterval, nil
}
