package alerts

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
	noticesKept     = 30 * 24 * time.Hour
	// alertsKept is how long alerts are kept after they have fired or were cancelled.
	alertsKept = 90 * 24 * time.Hour
	turnsKept  = 24 * time.Hour
)

// cleaner is the worker that deletes notices and alerts past their retention.
type cleaner struct{ service *Service }

// Name is the worker's name.
func (cleaner) Name() string { return "alert-cleaner" }

// Run deletes until the context ends. It fails when the database does.
func (w cleaner) Run(ctx context.Context) error { return worker.Loop(ctx, nil, w.service.CleanUp) }

// CleanUp deletes a batch of each, and returns how long to wait for the next. It fails when the database does.
func (s *Service) CleanUp(ctx context.Context) (wait time.Duration, err error) {
	wait = cleanupInterval
	for _, table := range [...]struct {
		remove func(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error)
		kept   time.Duration
	}{{deleteOldNotices, noticesKept}, {deleteEndedAlerts, alertsKept}, {deleteOldTurns, turnsKept}} {
		err := s.db.InTx(ctx, func(tx *database.Tx) error {
			removed, err := table.remove(ctx, tx, s.now().Add(-table.kept), cleanupBatch)
			if removed == cleanupBatch {
				wait = 0
			}
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("remove old alerts and notices: %w", err)
		}
	}
	return wait, nil
}
