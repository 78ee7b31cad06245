package webhook

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

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
		some, err := s.cleanUp(ctx, step)
		if changed += some; err != nil {
			failed = errors.Join(failed, fmt.Errorf("clean up webhook records: %w", err))
		}
	}
	return changed, failed
}

// cleanUp repeats a step until it changes less than it could.
func (s *Service) cleanUp(ctx context.Context, step cleanupStep) (changed int64, err error) {
	for {
		var some int64
		err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
			some, err = step.run(ctx, tx)
			return err
		})
		if changed += some; err != nil || some < cleanupBatch {
			return changed, err
		}
	}
}

// firstIDAt is the smallest UUIDv7 of a moment; of 1970 for what is earlier.
func firstIDAt(at time.Time) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(max(0, at.UnixMilli()))<<16)
	id[6], id[8] = 0x70, 0x80
	return id
}
