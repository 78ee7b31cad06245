package webhooks

import (
	"testing"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/bench/kit/kittest"
	"bourse/internal/database"
)

func TestStoredDeliveriesAreWhole(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		tenant, endpoint := uuid.New(), uuid.New()
		kittest.Insert(t, db, "tenants", kit.Row{"id": tenant})
		kittest.Insert(t, db, "webhook_endpoints", kit.Row{"id": endpoint, "tenant_id": tenant, "auth_type": "none"})
		if err := storeDeliveries(t.Context(), where, endpoint.String(), 50); err != nil {
			t.Fatal(err)
		}
		var whole int
		err := db.QueryRow(t.Context(), `
			SELECT COUNT(*) FROM webhook_deliveries d
			JOIN webhook_events e ON e.id = d.event_id JOIN webhook_attempts a ON a.delivery_id = d.id
			WHERE d.endpoint_id = $1 AND d.status = 'succeeded' AND a.response_status = 200`, endpoint).Scan(&whole)
		if err != nil || whole != 50 {
			t.Errorf("%d deliveries are whole: %v", whole, err)
		}
	})
}
