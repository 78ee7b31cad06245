package webhook

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

func insertEvents(ctx context.Context, tx *database.Tx, events []storedEvent) error {
	columns := []database.Column{
		{Name: "id", Type: "UUID"}, {Name: "tenant_id", Type: "TEXT"}, {Name: "type", Type: "TEXT"},
		{Name: "body", Type: "TEXT"}, {Name: "created_at", Type: "BIGINT"},
	}
	return database.InsertTyped(ctx, tx, "webhook_events", columns, events, func(e storedEvent) []any {
		return []any{e.id, e.tenantID, e.eventType, string(e.body), database.Micros(e.createdAt)}
	})
}

func insertDeliveries(ctx context.Context, tx *database.Tx, deliveries []delivery.Delivery) error {
	columns := []database.Column{
		{Name: "endpoint_id", Type: "UUID"}, {Name: "id", Type: "UUID"}, {Name: "event_id", Type: "UUID"},
		{Name: "status", Type: "TEXT"}, {Name: "next_attempt_at", Type: "BIGINT"},
		{Name: "created_at", Type: "BIGINT"}, {Name: "finished_at", Type: "BIGINT"},
	}
	return database.InsertTyped(ctx, tx, "webhook_deliveries", columns, deliveries, func(d delivery.Delivery) []any {
		due, finished := database.OptionalMicros(d.CreatedAt), database.OptionalMicros(time.Time{})
		if d.Status != delivery.Pending {
			due, finished = finished, due
		}
		return []any{d.EndpointID, d.ID, d.EventID, string(d.Status), due, database.Micros(d.CreatedAt), finished}
	})
}

// listEvents lists a tenant's events, the newest first; only those of a type when one is named.
func listEvents(ctx context.Context, db *database.DB, tenant uuid.UUID, only string, cursor database.Cursor) ([]Published, error) {
	arguments := database.Arguments{tenant, only}
	query := `
		SELECT id, type, created_at, body FROM webhook_events
		WHERE tenant_id = $1 AND ($2 = '' OR type = $2)` + arguments.Below("id", cursor.Before) + `
		ORDER BY id DESC LIMIT ` + arguments.Add(cursor.Limit)
	rows, err := db.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (Published, error) {
		var (
			p    Published
			body string
		)
		err := row.Scan(&p.ID, &p.Type, database.Time(&p.CreatedAt), &body)
		p.Body = json.RawMessage(body)
		return p, err
	})
}
