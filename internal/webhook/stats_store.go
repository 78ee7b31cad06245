package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

// countWaiting counts the waiting deliveries of an endpoint, those due first.
func countWaiting(ctx context.Context, db *database.DB, endpoint uuid.UUID) (waiting WaitingDeliveries, err error) {
	err = db.QueryRow(ctx, `
		SELECT COUNT(*), MIN(w.created_at), MIN(w.next_attempt_at) FROM (
			SELECT d.created_at, d.next_attempt_at FROM webhook_deliveries d
			WHERE d.endpoint_id = $1`+pendingCondition+` ORDER BY d.next_attempt_at LIMIT $2) AS w`, endpoint, mostCounted+1).
		Scan(&waiting.Count, database.Time(&waiting.Oldest), database.Time(&waiting.Next))
	waiting.IsComplete = waiting.Count <= mostCounted
	waiting.Count = min(waiting.Count, mostCounted)
	return waiting, err
}

// countTenantPending counts the deliveries waiting for a tenant's endpoints.
func countTenantPending(ctx context.Context, db *database.DB, tenant uuid.UUID) (waiting database.Waiting, err error) {
	err = db.QueryRow(ctx, `
		SELECT COUNT(*), MIN(w.next_attempt_at) FROM (
			SELECT d.next_attempt_at FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id
			WHERE p.tenant_id = $1`+pendingCondition+` LIMIT $2) AS w`, tenant, database.MostCounted).
		Scan(&waiting.Count, database.Time(&waiting.Oldest))
	return waiting, err
}

// countOutcomes counts the results of an endpoint's deliveries in the last hour and the last day, newest first.
func countOutcomes(ctx context.Context, db *database.DB, endpoint uuid.UUID, now time.Time) (hour, day Outcomes, err error) {
	hour, day = Outcomes{Since: now.Add(-time.Hour)}, Outcomes{Since: now.Add(-24 * time.Hour)}
	rows, err := db.Query(ctx, `
		SELECT n.status, n.is_recent, COUNT(*) FROM (
			SELECT d.status, CASE WHEN d.id >= $3 THEN 1 ELSE 0 END AS is_recent FROM webhook_deliveries d
			WHERE d.endpoint_id = $1 AND d.id >= $2 ORDER BY d.id DESC LIMIT $4) AS n
		GROUP BY n.status, n.is_recent`, endpoint, database.FirstIDAt(day.Since), database.FirstIDAt(hour.Since), mostCounted)
	counted, recent := 0, 0
	err = database.EachRow(rows, err, func(row database.Row) error {
		var (
			status          delivery.Status
			isRecent, count int
		)
		if err := row.Scan(&status, &isRecent, &count); err != nil {
			return err
		}
		day.add(status, count)
		counted += count
		if isRecent == 1 {
			hour.add(status, count)
			recent += count
		}
		return nil
	})
	day.IsComplete, hour.IsComplete = counted < mostCounted, recent < mostCounted
	return hour, day, err
}
