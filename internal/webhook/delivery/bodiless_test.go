package delivery_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// A delivery whose event was deleted cannot be sent, and is older than all that can.
func TestDeliveriesWhoseEventsAreGoneSilenceNoEndpoint(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		const bodiless = 1030 // more than a lane claims at a time
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		due := database.Micros(time.Now().Add(-time.Hour))
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			ids := make([]uuid.UUID, bodiless)
			for i := range ids {
				ids[i] = database.NewID()
			}
			err := database.InsertMany(t.Context(), tx, "webhook_deliveries", []database.Column{
				{Name: "endpoint_id", Type: "UUID"}, {Name: "id", Type: "UUID"}, {Name: "event_id", Type: "UUID"}, {Name: "status", Type: "TEXT"},
				{Name: "created_at", Type: "BIGINT"}, {Name: "next_attempt_at", Type: "BIGINT"},
			}, ids, func(id uuid.UUID) []any { return []any{endpoint.ID, id, database.NewID(), "pending", due, due} })
			if err != nil {
				return err
			}
			return h.Publish(t.Context(), tx, webhook.Event{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "A"}})
		})
		if err != nil {
			t.Fatal(err)
		}
		claims := 0
		for _, statement := range statements.During(func() {
			webhooktest.Run(t, h.Service)
			h.WaitSettled(t, endpoint.ID, "succeeded", 1)
			h.WaitSettled(t, endpoint.ID, "skipped", bodiless)
		}) {
			if strings.Contains(statement, "ORDER BY next_attempt_at LIMIT") {
				claims++
			}
		}
		if sent := len(r.All()); sent != 1 || claims > 10 {
			t.Errorf("%d requests, and the lane looked %d times for what is due; want 1 and a few", sent, claims)
		}
	})
}
