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
	// eventMargin is how much longer events are kept than deliveries: an event is created before its deliveries.
	eventMargin = time.Hour
)

// eventCleaner is the worker that deletes events, deliveries and attempts that are older than the retention.
type eventCleaner struct{ service *Service }

// Name is the worker's name, kept because operators know it.
func (c *eventCleaner) Name() string { return "webhook-retirement" }

// Run cleans up at once and then every hour until the context ends. It fails when the database does.
func (c *eventCleaner) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, worker.Every(cleanupEvery, func(ctx context.Context) error {
		_, err := c.service.CleanUp(ctx)
		return err
	}))
}

// CleanUp deletes what is older than the retention, settles strays, and returns how many rows it changed. Ids begin
// with their creation time, so old rows are found by primary key. Deliveries that are still pending stay, with their
// attempts and events. Rows locked by others are left for the next run, and a failure with one kind does not prevent
// the others.
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
