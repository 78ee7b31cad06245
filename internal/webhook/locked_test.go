package webhook_test

import (
	"strconv"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
)

// Rows are locked on PostgreSQL only.
func TestCleanupPassesOverWhatSomebodyHolds(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	h := newHouse(t, db, (&receiver{}).take)
	endpoint := h.endpoint(t, hook, nil)
	stop := run(t, h.Service)
	h.publish(t, `{}`)
	h.publish(t, `{}`)
	h.waitSettled(t, endpoint.ID, "succeeded", 2)
	stop()
	later := time.Now().Add(60 * 24 * time.Hour)
	h.now = func() time.Time { return later }
	h.Service = h.replica(t, (&receiver{}).take)
	release := databasetest.Hold(t, db, `SELECT id FROM webhook_deliveries ORDER BY id LIMIT 1 FOR UPDATE`)
	held := databasetest.Hold(t, db, `SELECT id FROM webhook_events ORDER BY id LIMIT 1 FOR UPDATE`)
	retire := func(deliveries, events int) {
		t.Helper()
		if _, err := h.Retire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`); n != deliveries {
			t.Errorf("%d deliveries are left, want %d", n, deliveries)
		}
		if n := number(t, db, `SELECT COUNT(*) FROM webhook_events`); n != events {
			t.Errorf("%d events are left, want %d", n, events)
		}
	}
	retire(1, 1)
	release()
	held()
	retire(0, 0)
}

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
			h := newHouse(t, db, (&receiver{}).take)
			var all []*webhook.Endpoint
			for i := range 6 { // some of them are recorded by whoever records the first
				all = append(all, h.endpoint(t, hook+strconv.Itoa(i), nil))
			}
			run(t, h.Service)
			h.publish(t, `{}`)
			for _, endpoint := range all { // from here on all lanes are held
				h.waitSettled(t, endpoint.ID, "succeeded", 1)
			}
			release := databasetest.Hold(t, db, hold, all[0].ID)
			for range 3 {
				h.publish(t, `{}`)
			}
			for _, endpoint := range all[1:] {
				h.waitSettled(t, endpoint.ID, "succeeded", 4)
			}
			if n := len(h.deliveries(t, all[0].ID, "pending")); n != 3 {
				t.Errorf("%d deliveries of the held endpoint are not recorded, want 3", n)
			}
			release()
			h.waitSettled(t, all[0].ID, "succeeded", 4)
			if n := number(t, db, `SELECT COUNT(*) FROM webhook_endpoints WHERE successful_deliveries <> 4 OR total_deliveries <> 4`); n != 0 {
				t.Errorf("the counters of %d endpoints are wrong", n)
			}
		})
	}
}
