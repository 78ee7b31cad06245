package webhook

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	retireEvery = time.Hour
	retireBatch = 2000
)

// retirement is the worker that deletes events, deliveries and attempts that are older than the retention.
type retirement struct{ service *Service }

// Name is the worker's name.
func (r *retirement) Name() string { return "webhook-retirement" }

// Run retires at once and then every hour until the context ends. It fails when the database does.
func (r *retirement) Run(ctx context.Context) error {
	ticker := time.NewTicker(retireEvery)
	defer ticker.Stop()
	for {
		if _, err := r.service.Retire(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Retire deletes what is older than the retention and returns how many rows went. Identifiers begin with
// the time of their making, so what is old is found by the primary key. Deliveries that are still pending
// stay, with their events.
func (s *Service) Retire(ctx context.Context) (deleted int64, err error) {
	before := firstIDAt(s.now().Add(-retention))
	for _, query := range []string{
		`DELETE FROM webhook_deliveries WHERE id IN (
			SELECT id FROM webhook_deliveries WHERE id < $1 AND status <> 'pending' ORDER BY id LIMIT $2)`,
		`DELETE FROM webhook_events WHERE id IN (
			SELECT id FROM webhook_events e WHERE id < $1
			AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id) ORDER BY id LIMIT $2)`,
	} {
		for {
			var some int64
			err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
				some, err = tx.Exec(ctx, query, before, retireBatch)
				return err
			})
			if err != nil {
				return deleted, fmt.Errorf("retire webhook records: %w", err)
			}
			deleted += some
			if some < retireBatch {
				break
			}
		}
	}
	return deleted, nil
}

// firstIDAt is the smallest UUIDv7 of a moment.
func firstIDAt(at time.Time) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16)
	id[6], id[8] = 0x70, 0x80
	return id
}
