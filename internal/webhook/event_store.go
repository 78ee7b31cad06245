package webhook

import (
	"context"
	"time"

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
