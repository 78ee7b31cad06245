package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

// deliveryTable is how deliveries are kept: as they are written when something is published, and as their tenant sees
// them. Everything between is the engine's. Its list of columns stands in a join with what deliveryParts names.
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

// deliveryParts joins deliveries d with their events and their last attempts, each by its key.
const deliveryParts = ` LEFT JOIN webhook_events e ON e.id = d.event_id
		LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts`

// findDelivery reads a tenant's delivery, without its attempts. No such delivery is NOT_FOUND.
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

// lockDelivery tells whose a tenant's delivery is and how far it has come, and locks it. No such delivery is NOT_FOUND.
func lockDelivery(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (endpoint uuid.UUID, status delivery.Status, err error) {
	err = tx.QueryRow(ctx, `
			SELECT d.endpoint_id, d.status
			FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id
			WHERE p.tenant_id = $2 AND d.id = $1`+tx.ForUpdate(), id, tenant).Scan(&endpoint, &status)
	return endpoint, status, database.Missing(err, errNoDelivery)
}

// attemptTable is how attempts are read. The engine has written them.
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

// listAttempts lists the attempts of a delivery in their order.
func listAttempts(ctx context.Context, db *database.DB, delivery uuid.UUID) ([]Attempt, error) {
	return attemptTable.AllValues(db.Query(ctx, `
		SELECT `+attemptTable.Columns()+` FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number`, delivery))
}

// countPending counts the deliveries that wait, up to 10,000, and tells when the oldest of them was due; zero: none is.
func countPending(ctx context.Context, db *database.DB) (count int64, due time.Time, err error) {
	// Each endpoint has its first one at the beginning of its part of the index.
	err = db.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 10000) counted),
			(SELECT MIN((SELECT MIN(d.next_attempt_at) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending'))
			FROM webhook_endpoints e WHERE e.is_active)`).
		Scan(&count, database.Time(&due))
	return count, due, err
}
