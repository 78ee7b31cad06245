package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

// deliveryTable maps deliveries as publishing writes them and as their tenant sees them. Everything in between belongs
// to the engine. Its column list is used in a join with the tables that deliveryParts names.
var deliveryTable = database.NewTable("webhook_deliveries", func(d *Delivery, column database.Define) {
	column("id", database.NativeID(&d.ID))
	column("event_id", database.NativeID(&d.EventID))
	column("event_type", database.Computed("COALESCE(e.type, '')", &d.EventType))
	column("endpoint_id", database.NativeID(&d.EndpointID))
	column("status", &d.Status)
	column("attempts", database.Computed("webhook_deliveries.attempts", &d.Attempts))
	column("next_attempt_at", database.Optional(&d.NextAttemptAt))
	column("created_at", &d.CreatedAt)
	column("finished_at", database.Optional(&d.FinishedAt))
	column("last_duration", database.Computed("a.finished_at - a.started_at", database.Nullable(&d.LastDuration)))
	column("last_status", database.Computed("a.response_status", database.Nullable(&d.LastStatus)))
})

var deliveryColumns = deliveryTable.ColumnsOf("d")

// deliveryParts joins deliveries d with their events and last attempts, by primary key.
const deliveryParts = ` LEFT JOIN webhook_events e ON e.id = d.event_id
		LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts`

// findDelivery reads a tenant's delivery, without its attempts. It fails with NOT_FOUND when there is none.
func findDelivery(ctx context.Context, db *database.DB, tenant, id uuid.UUID) (DeliveryDetail, error) {
	var detail DeliveryDetail
	found, err := deliveryTable.Scan(db.QueryRow(ctx, `
		SELECT `+deliveryColumns+`, e.body
		FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id`+deliveryParts+`
		WHERE p.tenant_id = $2 AND d.id = $1 AND e.id IS NOT NULL`, id, tenant), database.Text((*[]byte)(&detail.Body)))
	if err != nil {
		return detail, database.Missing(err, errNoDelivery)
	}
	detail.Delivery = *found
	return detail, nil
}

// lockDelivery locks a tenant's delivery and returns its endpoint and status. It fails with NOT_FOUND when there is
// none.
func lockDelivery(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (endpoint uuid.UUID, status delivery.Status, err error) {
	err = tx.QueryRow(ctx, `
			SELECT d.endpoint_id, d.status
			FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id
			WHERE p.tenant_id = $2 AND d.id = $1`+tx.ForUpdate(), id, tenant).Scan(&endpoint, &status)
	return endpoint, status, database.Missing(err, errNoDelivery)
}

// attemptTable maps attempts for reading. The engine writes them.
var attemptTable = database.NewTable("webhook_attempts", func(a *Attempt, column database.Define) {
	column("number", &a.Number)
	column("started_at", &a.StartedAt)
	column("finished_at", &a.FinishedAt)
	column("request_headers", database.JSON(&a.RequestHeaders))
	column("response_status", &a.ResponseStatus)
	column("response_headers", database.JSON(&a.ResponseHeaders))
	column("response_body", database.Optional(&a.ResponseBody))
	column("timing", database.JSON(&a.Timing))
	column("error_class", &a.ErrorClass)
	column("error", &a.Error)
})

// listAttempts lists the attempts of a delivery in order.
func listAttempts(ctx context.Context, db *database.DB, delivery uuid.UUID) ([]Attempt, error) {
	return attemptTable.AllValues(db.Query(ctx, `
		SELECT `+attemptTable.Columns()+` FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number`, delivery))
}

// countPending counts the pending deliveries, up to 10,000, and returns when the earliest of them is due; zero when
// there is none.
func countPending(ctx context.Context, db *database.DB) (count int64, due time.Time, err error) {
	// Each endpoint's earliest is the first entry of its part of the index.
	err = db.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 10000) counted),
			(SELECT MIN((SELECT MIN(d.next_attempt_at) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending'))
			FROM webhook_endpoints e WHERE e.is_active)`).
		Scan(&count, database.Time(&due))
	return count, due, err
}
