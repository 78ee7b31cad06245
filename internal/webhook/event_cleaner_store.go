package webhook

import (
	"context"
	"time"

	"bourse/internal/database"
)

// cleanupStep changes at most cleanupBatch rows of a table d: those that a selection finds and nobody has locked.
type cleanupStep struct {
	change, selection string
	args              []any
}

// run returns how many rows it changed.
func (s cleanupStep) run(ctx context.Context, tx *database.Tx) (int64, error) {
	return tx.Exec(ctx, s.change+` IN (`+s.selection+tx.SkipLockedOf("d")+`)`, s.args...)
}

// cleanupSteps returns the steps of the cleanup: strays, and rows older than end.
func cleanupSteps(now, end time.Time) []cleanupStep {
	return []cleanupStep{
		// Deliveries written by a publisher that did not yet know that the endpoint had been deleted or switched off:
		// nobody sends them, and those without an endpoint would stay forever. The first two steps each have an index.
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_deliveries d WHERE d.status = 'pending'
			AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id) LIMIT $1`,
			[]any{cleanupBatch}},
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_deliveries d WHERE d.status IN ('exhausted', 'skipped')
			AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id) LIMIT $1`,
			[]any{cleanupBatch}},
		{`UPDATE webhook_deliveries SET status = 'skipped', next_attempt_at = NULL, finished_at = $2 WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
			WHERE d.status = 'pending' AND NOT e.is_active LIMIT $1`,
			[]any{cleanupBatch, database.Micros(now)}},
		{`DELETE FROM webhook_deliveries WHERE (endpoint_id, id)`, `
			SELECT d.endpoint_id, d.id FROM webhook_endpoints e CROSS JOIN webhook_deliveries d
			WHERE d.endpoint_id = e.id AND d.id < $1 AND d.status <> 'pending' LIMIT $2`, // CROSS: SQLite would read all deliveries first
			[]any{database.FirstIDAt(end), cleanupBatch}},
		{`DELETE FROM webhook_attempts WHERE (delivery_id, number)`, `
			SELECT d.delivery_id, d.number FROM webhook_attempts d WHERE d.delivery_id < $1
			AND d.delivery_id NOT IN (SELECT id FROM webhook_deliveries WHERE status = 'pending' AND id < $1)
			ORDER BY d.delivery_id LIMIT $2`,
			[]any{database.FirstIDAt(end), cleanupBatch}},
		{`DELETE FROM webhook_events WHERE id`, `
			SELECT d.id FROM webhook_events d WHERE d.id < $1
			AND d.id NOT IN (SELECT event_id FROM webhook_deliveries WHERE status = 'pending' AND id < $3)
			ORDER BY d.id LIMIT $2`,
			[]any{database.FirstIDAt(end.Add(-eventMargin)), cleanupBatch, database.FirstIDAt(end)}},
		{`DELETE FROM webhook_sends WHERE (endpoint_id, latest)`, `
			SELECT d.endpoint_id, d.latest FROM webhook_sends d WHERE d.latest <= $1 LIMIT $2`,
			[]any{database.Micros(now.Add(-time.Hour)), cleanupBatch}},
		{`DELETE FROM webhook_jobs WHERE id`, `
			SELECT d.id FROM webhook_jobs d WHERE d.state <> 'running' AND d.finished_at <= $1 LIMIT $2`,
			[]any{database.Micros(now.Add(-jobsKept)), cleanupBatch}},
	}
}
