package webhook

import (
	"context"
	"database/sql"
	"errors"

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

// insertDeliveries writes new deliveries: pending ones are due at once, all others are finished.
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

// findEvent returns the id of a tenant's event with the given number, counted from the newest or from the newest before
// another one; nil when there are fewer.
func findEvent(ctx context.Context, db *database.DB, tenant, before uuid.UUID, number int) (id uuid.UUID, err error) {
	arguments := database.Arguments{tenant}
	query := database.FirstOf(`
		SELECT id FROM webhook_events WHERE tenant_id = $1`+arguments.Below("id", before)+`
		ORDER BY id DESC`, number, `1 OFFSET `+arguments.Add(number-1))
	err = db.QueryRow(ctx, query, arguments...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return uuid.Nil, nil
	}
	return id, err
}

// listEvents lists a tenant's events, newest first, down to the oldest; of one type if it is not empty.
func listEvents(ctx context.Context, db *database.DB, tenant uuid.UUID, only string, oldest uuid.UUID, cursor database.Cursor) ([]Published, error) {
	arguments := database.Arguments{tenant, only, oldest} // no id is below the nil one
	query := `
		SELECT ` + eventTable.Columns() + ` FROM webhook_events
		WHERE tenant_id = $1 AND id >= $3 AND ($2 = '' OR type = $2)` + arguments.Below("id", cursor.Before) + `
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
