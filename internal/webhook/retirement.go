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
		err := worker.Turn(ctx, func(ctx context.Context) error {
			_, err := r.service.Retire(ctx)
			return err
		})
		if err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Retire deletes what is older than the retention, settles strays, and returns how many rows it changed. Identifiers begin with
// the time of their making, so what is old is found by the primary keys. Deliveries that are still pending
// stay, with their attempts and events. What somebody else holds is left for the next time, and what fails for one
// kind does not keep the others.
func (s *Service) Retire(ctx context.Context) (changed int64, failed error) {
	end := s.now().Add(-s.retention)
	for _, step := range []retireStep{
		// What a publisher wrote that did not know yet that the endpoint had been deleted or switched off: nobody sends
		// it, and what belongs to no endpoint would stay for ever. There is an index for each of the first two.
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_deliveries d WHERE d.status = 'pending'
			AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id) LIMIT $1`,
			[]any{retireBatch}},
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_deliveries d WHERE d.status IN ('exhausted', 'skipped')
			AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id) LIMIT $1`,
			[]any{retireBatch}},
		{`UPDATE webhook_deliveries SET status = 'skipped', next_attempt_at = NULL, finished_at = $2 WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
			WHERE d.status = 'pending' AND NOT e.is_active LIMIT $1`,
			[]any{retireBatch, database.Micros(s.now())}},
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
			WHERE d.id < $1 AND d.status <> 'pending' LIMIT $2`,
			[]any{firstIDAt(end), retireBatch}},
		{`DELETE FROM webhook_attempts WHERE (delivery_id, number)`, `
			SELECT d.delivery_id, d.number FROM webhook_attempts d WHERE d.delivery_id < $1
			AND d.delivery_id NOT IN (SELECT id FROM webhook_deliveries WHERE status = 'pending' AND id < $1)
			ORDER BY d.delivery_id LIMIT $2`,
			[]any{firstIDAt(end), retireBatch}},
		{`DELETE FROM webhook_events WHERE id`, `
			SELECT d.id FROM webhook_events d WHERE d.id < $1
			AND d.id NOT IN (SELECT event_id FROM webhook_deliveries WHERE status = 'pending' AND id < $3)
			ORDER BY d.id LIMIT $2`,
			[]any{firstIDAt(end.Add(-eventMargin)), retireBatch, firstIDAt(end)}},
		{`DELETE FROM webhook_sends WHERE (endpoint_id, latest)`, `
			SELECT d.endpoint_id, d.latest FROM webhook_sends d WHERE d.latest <= $1 LIMIT $2`,
			[]any{database.Micros(s.now().Add(-time.Hour)), retireBatch}},
		{`DELETE FROM webhook_jobs WHERE id`, `
			SELECT d.id FROM webhook_jobs d WHERE d.state <> 'running' AND d.finished_at <= $1 LIMIT $2`,
			[]any{database.Micros(s.now().Add(-jobsKept)), retireBatch}},
	} {
		some, err := s.retire(ctx, step)
		if changed += some; err != nil {
			failed = errors.Join(failed, fmt.Errorf("retire webhook records: %w", err))
		}
	}
	return changed, failed
}

// retireStep changes at most retireBatch rows, those of a table d that a selection finds and nobody holds, and is
// repeated until it changes fewer.
type retireStep struct {
	change, selection string
	args              []any
}

func (s *Service) retire(ctx context.Context, step retireStep) (changed int64, err error) {
	for {
		var some int64
		err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
			some, err = tx.Exec(ctx, step.change+` IN (`+step.selection+tx.SkipLockedOf("d")+`)`, step.args...)
			return err
		})
		if changed += some; err != nil || some < retireBatch {
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
