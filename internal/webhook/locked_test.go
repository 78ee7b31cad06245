package webhook_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
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
	release := databasetest.Hold(t, db, `SELECT id FROM webhook_deliveries WHERE id = (SELECT MIN(id) FROM webhook_deliveries) FOR UPDATE`)
	held := databasetest.Hold(t, db, `SELECT id FROM webhook_events WHERE id = (SELECT MIN(id) FROM webhook_events) FOR UPDATE`)
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
