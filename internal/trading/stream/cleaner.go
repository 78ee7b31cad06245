package stream

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	cleanupInterval = 5 * time.Minute
	// cleanupBatch limits how long others wait for the cleanup to release the database.
	cleanupBatch = 1_000
	// deadTime is how long a process without a lease is remembered.
	deadTime = time.Hour
)

// cleaner is the worker that deletes what no stream can ask for any more: old changes of the journal, expired tickets, the
// places of dead processes. Any number of replicas may run it at once.
type cleaner struct{ service *Service }

// Name is the worker's name.
func (cleaner) Name() string { return "trading-stream-cleaner" }

// Run cleans up at once and then every few minutes until the context ends. It fails when the database does.
func (c cleaner) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(cleanupInterval, c.service.cleanup))
}

func (s *Service) cleanup(ctx context.Context) error {
	now := s.now()
	_, err := s.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) {
		return trading.DeleteChanges(ctx, tx, now.Add(-trading.JournalTime), cleanupBatch)
	})
	if err != nil {
		return fmt.Errorf("clean up the journal: %w", err)
	}
	_, err = s.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) { return deleteExpiredTickets(ctx, tx, now, cleanupBatch) })
	if err != nil {
		return fmt.Errorf("clean up tickets: %w", err)
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return deleteDeadProcesses(ctx, tx, now.Add(-deadTime)) })
	if err != nil {
		return fmt.Errorf("clean up the places of streams: %w", err)
	}
	return nil
}
