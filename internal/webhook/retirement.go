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
	// eventMargin is how much longer than deliveries events are kept: an event is made before its deliveries.
	eventMargin = time.Hour
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
// the time of their making, so what is old is found by the primary keys. Deliveries that are still pending
// stay, with their attempts and events.
func (s *Service) Retire(ctx context.Context) (deleted int64, err error) {
	if err := s.settleStrays(ctx); err != nil {
		return 0, err
	}
	end := s.now().Add(-retention)
	for _, step := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id) IN (
			SELECT d.endpoint_id, d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
			WHERE d.id < $1 AND d.status <> 'pending' LIMIT $2)`,
			[]any{firstIDAt(end), retireBatch}},
		{`DELETE FROM webhook_attempts WHERE (delivery_id, number) IN (
			SELECT delivery_id, number FROM webhook_attempts WHERE delivery_id < $1
			AND delivery_id NOT IN (SELECT id FROM webhook_deliveries WHERE status = 'pending' AND id < $1)
			ORDER BY delivery_id LIMIT $2)`,
			[]any{firstIDAt(end), retireBatch}},
		{`DELETE FROM webhook_events WHERE id IN (
			SELECT id FROM webhook_events WHERE id < $1
			AND id NOT IN (SELECT event_id FROM webhook_deliveries WHERE status = 'pending' AND id < $3)
			ORDER BY id LIMIT $2)`,
			[]any{firstIDAt(end.Add(-eventMargin)), retireBatch, firstIDAt(end)}},
		{`DELETE FROM webhook_sends WHERE (endpoint_id, latest) IN (
			SELECT endpoint_id, latest FROM webhook_sends WHERE latest <= $1 LIMIT $2)`,
			[]any{database.Micros(s.now().Add(-time.Hour)), retireBatch}},
	} {
		for {
			var some int64
			err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
				some, err = tx.Exec(ctx, step.query, step.args...)
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

// settleStrays settles what a publisher wrote that did not know yet that the endpoint had been switched off or
// deleted. Nobody sends it, and what belongs to no endpoint would stay for ever.
func (s *Service) settleStrays(ctx context.Context) error {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		for _, gone := range []string{`status = 'pending'`, `status IN ('exhausted', 'skipped')`} { // an index for each
			_, err := tx.Exec(ctx, `
				DELETE FROM webhook_deliveries WHERE `+gone+` AND endpoint_id NOT IN (SELECT id FROM webhook_endpoints)`)
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `
			UPDATE webhook_deliveries SET status = 'skipped', next_attempt_at = NULL, finished_at = $1
			WHERE status = 'pending' AND endpoint_id NOT IN (SELECT id FROM webhook_endpoints WHERE is_active)`,
			database.Micros(s.now()))
		return err
	})
	if err != nil {
		return fmt.Errorf("settle stray webhook deliveries: %w", err)
	}
	return nil
}

// firstIDAt is the smallest UUIDv7 of a moment; of 1970 for what is earlier.
func firstIDAt(at time.Time) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(max(0, at.UnixMilli()))<<16)
	id[6], id[8] = 0x70, 0x80
	return id
}
