package webhook

import (
	"context"
	"time"

	"bourse/internal/database"
)

// Queue tells how many deliveries wait to be sent, up to database.MostCounted, and for how long the oldest of them has
// been due. It fails when the database does.
func (s *Service) Queue(ctx context.Context) (depth int64, oldest time.Duration, err error) {
	var due time.Time
	// Each endpoint has its first one at the beginning of its part of the index.
	err = s.db.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 10000) counted),
			(SELECT MIN((SELECT MIN(d.next_attempt_at) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending'))
			FROM webhook_endpoints e WHERE e.is_active)`).
		Scan(&depth, database.Time(&due))
	if err != nil || due.IsZero() {
		return depth, 0, err
	}
	return depth, max(0, s.now().Sub(due)), nil // the next one may be a retry that is not due yet
}

// FailingEndpoint is one whose attempts have failed since its last success.
type FailingEndpoint struct {
	ID    string
	Since time.Time
}

// Failing counts the active endpoints that fail, up to database.MostCounted, and names those that have failed longest.
// It fails when the database does.
func (s *Service) Failing(ctx context.Context, most int) (count int64, longest []FailingEndpoint, err error) {
	const failing = "webhook_endpoints WHERE failing_since IS NOT NULL AND is_active"
	waiting, err := database.CountWaiting(ctx, s.db, "failing_since", failing)
	if err != nil || waiting.Count == 0 {
		return 0, nil, err
	}
	rows, err := s.db.Query(ctx, `SELECT id, failing_since FROM `+failing+` ORDER BY failing_since LIMIT $1`, most)
	longest, err = database.Collect(rows, err, func(row database.Row) (one FailingEndpoint, err error) {
		err = row.Scan(&one.ID, database.Time(&one.Since))
		return one, err
	})
	return waiting.Count, longest, err
}
