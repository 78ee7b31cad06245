package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	cleanupInterval   = time.Hour
	endedSessionsKept = 30 * 24 * time.Hour
	auditKept         = 2 * 365 * 24 * time.Hour
)

// Workers returns the background workers that every process needs.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.keys, s.activity, s.followers} }

// Cleaner returns the worker that removes expired data. One process of the installation is enough.
func (s *Service) Cleaner() worker.Worker { return cleaner{s} }

// cleaner removes expired data. Nothing depends on it: expired data is refused anyway.
type cleaner struct{ service *Service }

// Name is the worker's name, which operators have known for longer than its type.
func (cleaner) Name() string { return "identity-housekeeping" }

// Run cleans up at once and then hourly until the context ends. It fails when the database does.
func (c cleaner) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(cleanupInterval, c.service.Cleanup))
}

// cleanupBatch bounds how long the cleanup keeps others from the database.
const cleanupBatch = 1000

// Cleanup deletes retired keys, expired challenges, links, codes, counts, devices long unseen, long-ended sessions and
// API keys and old audit entries, in batches. A failure for one kind does not stop the others.
func (s *Service) Cleanup(ctx context.Context) (failed error) {
	for _, old := range s.rowsToRemove(s.now()) {
		if err := s.deleteOld(ctx, old); err != nil {
			failed = errors.Join(failed, fmt.Errorf("cleanup of %s: %w", old.table, err))
		}
	}
	return failed
}

func (s *Service) deleteOld(ctx context.Context, old oldRows) error {
	_, err := s.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) { return old.removeSome(ctx, tx) })
	return err
}
