package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	cleanupEvery = time.Hour
	cleanupBatch = 2000
	// eventMargin is how much longer than deliveries events are kept: an event is made before its deliveries.
	eventMargin = time.Hour
)

// eventCleaner is the worker that deletes events, deliveries and attempts that are older than the retention.
type eventCleaner struct{ service *Service }

// Name is the worker's name, by which operators have known it from the beginning.
func (c *eventCleaner) Name() string { return "webhook-retirement" }

// Run cleans up at once and then every hour until the context ends. It fails when the database does.
func (c *eventCleaner) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(cleanupEvery, func(ctx context.Context) error {
		_, err := c.service.CleanUp(ctx)
		return err
	}))
}

// CleanUp deletes what is older than the retention, settles strays, and returns how many rows it changed. Identifiers
// begin with the time of their making, so what is old is found by the primary keys. Deliveries that are still pending
// stay, with their attempts and events. What somebody else has locked is left for the next time, and what fails for one
// kind does not keep the others.
func (s *Service) CleanUp(ctx context.Context) (changed int64, failed error) {
	end := s.now().Add(-s.retention)
	for _, step := range cleanupSteps(s.now(), end) {
		some, err := s.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) { return step.run(ctx, tx) })
		if changed += some; err != nil {
			failed = errors.Join(failed, fmt.Errorf("clean up webhook records: %w", err))
		}
	}
	return changed, failed
}
