package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

const deliveryColumns = `d.id, d.event_id, e.type, d.endpoint_id, d.status, d.attempts, d.next_attempt_at, d.created_at, d.finished_at`

func (d *Delivery) targets() []any {
	return []any{
		&d.ID, &d.EventID, &d.EventType, &d.EndpointID, &d.Status, &d.Attempts, database.Time(&d.NextAttemptAt),
		database.Time(&d.CreatedAt), database.Time(&d.FinishedAt),
	}
}

// statusConditions are literals, so that the engines can use the indexes made for them.
var statusConditions = map[string]string{
	"":                         "",
	string(delivery.Pending):   ` AND d.status = 'pending'`,
	string(delivery.Succeeded): ` AND d.status = 'succeeded'`,
	string(delivery.Exhausted): ` AND d.status = 'exhausted' AND d.status IN ('exhausted', 'skipped')`,
	string(delivery.Skipped):   ` AND d.status = 'skipped' AND d.status IN ('exhausted', 'skipped')`,
}

// listDeliveries lists those of an endpoint that fulfil one of the statusConditions, the newest first.
func listDeliveries(ctx context.Context, db *database.DB, endpoint uuid.UUID, condition string, cursor database.Cursor) ([]Delivery, error) {
	arguments := database.Arguments{endpoint}
	query := `
		SELECT ` + deliveryColumns + `
		FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
		WHERE d.endpoint_id = $1` + arguments.Below("d.id", cursor.Before) + condition + `
		ORDER BY d.id DESC LIMIT ` + arguments.Add(cursor.Limit)
	rows, err := db.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (d Delivery, err error) {
		err = row.Scan(d.targets()...)
		return d, err
	})
}

// findDelivery reads a tenant's delivery, without its attempts. No such delivery is NOT_FOUND.
func findDelivery(ctx context.Context, db *database.DB, tenant, id uuid.UUID) (DeliveryDetail, error) {
	var (
		detail DeliveryDetail
		body   string
	)
	err := db.QueryRow(ctx, `
		SELECT `+deliveryColumns+`, e.body
		FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id JOIN webhook_events e ON e.id = d.event_id
		WHERE p.tenant_id = $2 AND d.id = $1`, id, tenant).Scan(append(detail.targets(), &body)...)
	if errors.Is(err, sql.ErrNoRows) {
		return detail, errNoDelivery
	}
	detail.Body = json.RawMessage(body)
	return detail, err
}

// lockDelivery tells whose a tenant's delivery is and how far it has come, and locks it. No such delivery is NOT_FOUND.
func lockDelivery(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (endpoint uuid.UUID, status delivery.Status, err error) {
	err = tx.QueryRow(ctx, `
			SELECT d.endpoint_id, d.status
			FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id
			WHERE p.tenant_id = $2 AND d.id = $1`+tx.ForUpdate(), id, tenant).Scan(&endpoint, &status)
	if errors.Is(err, sql.ErrNoRows) {
		return endpoint, status, errNoDelivery
	}
	return endpoint, status, err
}

// listAttempts lists the attempts of a delivery in their order.
func listAttempts(ctx context.Context, db *database.DB, delivery uuid.UUID) ([]Attempt, error) {
	rows, err := db.Query(ctx, `
		SELECT number, started_at, finished_at, request_headers, response_status, response_headers, response_body,
			timing, error_class, error
		FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number`, delivery)
	return database.Collect(rows, err, scanAttempt)
}

func scanAttempt(row database.Row) (Attempt, error) {
	var (
		a                         Attempt
		request, response, timing string
		body                      []byte
	)
	err := row.Scan(&a.Number, database.Time(&a.StartedAt), database.Time(&a.FinishedAt), &request, &a.ResponseStatus,
		&response, &body, &timing, &a.ErrorClass, &a.Error)
	if err != nil {
		return a, err
	}
	a.ResponseBody = string(body)
	return a, errors.Join(json.Unmarshal([]byte(request), &a.RequestHeaders),
		json.Unmarshal([]byte(response), &a.ResponseHeaders), json.Unmarshal([]byte(timing), &a.Timing))
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
