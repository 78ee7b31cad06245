package webhook

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

var eventTable = database.NewTable("webhook_events", func(e *storedEvent, column database.Define) {
	column("id", database.NativeID(&e.id))
	column("tenant_id", &e.tenantID)
	column("type", &e.eventType)
	column("body", database.Text(&e.body))
	column("created_at", &e.createdAt)
})

func insertEvents(ctx context.Context, tx *database.Tx, events []storedEvent) error {
	return eventTable.InsertBatch(ctx, tx, database.Pointers(events)...)
}

// insertDeliveries writes new deliveries: what is pending is due at once, and everything else is over.
func insertDeliveries(ctx context.Context, tx *database.Tx, deliveries []delivery.Delivery) error {
	rows := make([]Delivery, len(deliveries))
	for i, d := range deliveries {
		rows[i] = Delivery{ID: d.ID, EventID: d.EventID, EndpointID: d.EndpointID, Status: string(d.Status), CreatedAt: d.CreatedAt}
		if d.Status == delivery.Pending {
			rows[i].NextAttemptAt = d.CreatedAt
		} else {
			rows[i].FinishedAt = d.CreatedAt
		}
	}
	return deliveryTable.InsertBatch(ctx, tx, database.Pointers(rows)...)
}

// listEvents lists a tenant's events, the newest first; only those of a type when one is named.
func listEvents(ctx context.Context, db *database.DB, tenant uuid.UUID, only string, cursor database.Cursor) ([]Published, error) {
	arguments := database.Arguments{tenant, only}
	query := `
		SELECT ` + eventTable.Columns() + ` FROM webhook_events
		WHERE tenant_id = $1 AND ($2 = '' OR type = $2)` + arguments.Below("id", cursor.Before) + `
		ORDER BY id DESC LIMIT ` + arguments.Add(cursor.Limit)
	events, err := eventTable.All(db.Query(ctx, query, arguments...))
	if err != nil {
		return nil, err
	}
	published := make([]Published, len(events))
	for i, event := range events {
		published[i] = event.published()
	}
	return published, nil
}
