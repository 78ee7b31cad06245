package delivery_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// It is here, not with the broadcaster, because two processes sharing a SQLite file need the engine's test rig.
func TestAnEventForAllReachesEveryTenantOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const tenants = 230 // more than one batch
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		want := map[uuid.UUID]bool{}
		for range tenants {
			actor := h.NewTenant(t)
			want[actor.TenantID] = true
			_, err := h.CreateEndpoint(t.Context(), actor, webhook.EndpointChange{Name: new("n"), URL: new(webhooktest.Hook), SubscribedEvents: &[]string{"trading.*"}})
			if err != nil {
				t.Fatal(err)
			}
		}
		webhooktest.Run(t, h.Service)
		other := h.Replica(t, r.Take)
		engine(other).NotAlone()
		webhooktest.Run(t, other)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return h.PublishToAll(t.Context(), tx, "trading.signal.created", webhooktest.Closed{Symbol: "BTC-USD", Profit: 1})
		})
		if err != nil {
			t.Fatal(err)
		}
		testkit.Until(t, "every tenant has it", func() bool {
			return webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'succeeded'`) == tenants &&
				webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_broadcasts`) == 0
		})
		for _, call := range r.All() {
			if !want[call.Body.TenantID] {
				t.Errorf("tenant %s got it twice, or is not one of them", call.Body.TenantID)
			}
			delete(want, call.Body.TenantID)
		}
		if len(want) > 0 {
			t.Errorf("%d tenants did not get it", len(want))
		}
	})
}
