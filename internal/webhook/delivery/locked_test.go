package delivery_test

import (
	"strconv"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// What is recorded of an endpoint needs its row, and its lane's.
func TestAnEndpointThatSomebodyHoldsKeepsNoOtherFromBeingRecorded(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"the endpoint": `SELECT id FROM webhook_endpoints WHERE id = $1 FOR UPDATE`,
		"its lane":     `SELECT endpoint_id FROM webhook_lanes WHERE endpoint_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := databasetest.Open(t, database.Postgres)
			h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
			var all []*webhook.Endpoint
			for i := range 6 { // some of them are recorded by whoever records the first
				all = append(all, h.AddEndpoint(t, webhooktest.Hook+strconv.Itoa(i), nil))
			}
			webhooktest.Run(t, h.Service)
			h.PublishData(t, `{}`)
			for _, endpoint := range all { // from here on all lanes are held
				h.WaitSettled(t, endpoint.ID, "succeeded", 1)
			}
			release := databasetest.Hold(t, db, hold, all[0].ID)
			for range 3 {
				h.PublishData(t, `{}`)
			}
			for _, endpoint := range all[1:] {
				h.WaitSettled(t, endpoint.ID, "succeeded", 4)
			}
			if n := len(h.ListDeliveries(t, all[0].ID, "pending")); n != 3 {
				t.Errorf("%d deliveries of the held endpoint are not recorded, want 3", n)
			}
			release()
			h.WaitSettled(t, all[0].ID, "succeeded", 4)
			if n := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_endpoints WHERE successful_deliveries <> 4 OR total_deliveries <> 4`); n != 0 {
				t.Errorf("the counters of %d endpoints are wrong", n)
			}
		})
	}
}
