package webhook_test

import (
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

func TestWhatIsOlderThanTheRetentionGoesAndWhatIsPendingStays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"a", nil)
		waiting := h.AddEndpoint(t, webhooktest.Hook+"b", noSubscriptions)
		stop := webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 2)
		stop()
		if _, err := h.SendTest(t.Context(), h.Actor, waiting.ID); err != nil { // nobody sends it now
			t.Fatal(err)
		}
		var later atomic.Int64
		h.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
		h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take)
		counts := func() (events, deliveries, attempts int) {
			return webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events`), webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`),
				webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts`)
		}
		for _, c := range []struct {
			after                        time.Duration
			events, deliveries, attempts int
		}{
			{30*24*time.Hour - time.Hour, 3, 3, 2},
			{30*24*time.Hour + 2*time.Hour, 1, 1, 0},
			{300 * 24 * time.Hour, 1, 1, 0},
		} {
			later.Store(int64(c.after))
			if _, err := h.CleanUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			if events, deliveries, attempts := counts(); events != c.events || deliveries != c.deliveries || attempts != c.attempts {
				t.Errorf("after %s: %d events, %d deliveries, %d attempts, want %d, %d, %d",
					c.after, events, deliveries, attempts, c.events, c.deliveries, c.attempts)
			}
		}
		if left := h.ListDeliveries(t, waiting.ID, "pending"); len(left) != 1 {
			t.Errorf("the pending delivery is gone: %v", left)
		}
	})
}

// A process that does not know yet that an endpoint was switched off writes its deliveries as pending.
func TestADeliveryThatMissedTheSwitchIsSkippedInTheEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		if _, err := h.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE webhook_endpoints SET is_active = $1`, false)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if found := h.ListDeliveries(t, endpoint.ID, "skipped"); len(found) != 1 || found[0].FinishedAt.IsZero() {
			t.Errorf("got %+v", h.ListDeliveries(t, endpoint.ID, ""))
		}
	})
}

// A process that does not know yet that an endpoint was deleted writes deliveries without an endpoint.
func TestADeliveryThatMissedTheDeletionGoesInTheEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		kept, gone := h.AddEndpoint(t, webhooktest.Hook+"a", nil), h.AddEndpoint(t, webhooktest.Hook+"b", nil)
		for _, endpoint := range []*webhook.Endpoint{kept, gone} {
			if _, err := h.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
				t.Fatal(err)
			}
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `
				INSERT INTO webhook_deliveries (endpoint_id, id, event_id, status, created_at)
				SELECT endpoint_id, 'ffffffff-ffff-7fff-8fff-ffffffffffff', event_id, 'skipped', created_at
				FROM webhook_deliveries WHERE endpoint_id = $1`, gone.ID)
			if err == nil {
				_, err = tx.Exec(t.Context(), `DELETE FROM webhook_endpoints WHERE id = $1`, gone.ID)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if all, left := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`), h.ListDeliveries(t, kept.ID, "pending"); all != 1 || len(left) != 1 {
			t.Errorf("%d deliveries, %d of the endpoint that is there; want 1 and 1", all, len(left))
		}
	})
}

func noSubscriptions(e *webhook.EndpointChange) { e.SubscribedEvents = &[]string{} }

func TestTheQueueIsWhatWaits(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		stop := webhooktest.Run(t, h.Service)
		h.AddEndpoint(t, webhooktest.Hook, nil)
		h.PublishData(t, `{}`)
		time.Sleep(time.Second)
		if depth, oldest, err := h.Queue(t.Context()); depth != 1 || oldest != 0 || err != nil {
			t.Errorf("a retry that is not due: %d for %s, %v", depth, oldest, err)
		}
		stop()
		time.Sleep(2 * time.Minute)
		if depth, oldest, err := h.Queue(t.Context()); depth != 1 || oldest.Round(time.Second) != 61*time.Second || err != nil {
			t.Errorf("a retry that is due: %d for %s, %v", depth, oldest, err)
		}
	})
}

// Only PostgreSQL has row locks.
func TestCleanupPassesOverWhatSomebodyHolds(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
	endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
	stop := webhooktest.Run(t, h.Service)
	h.PublishData(t, `{}`)
	h.PublishData(t, `{}`)
	h.WaitSettled(t, endpoint.ID, "succeeded", 2)
	stop()
	later := time.Now().Add(60 * 24 * time.Hour)
	h.Now = func() time.Time { return later }
	h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take)
	release := databasetest.Hold(t, db, `SELECT id FROM webhook_deliveries ORDER BY id LIMIT 1 FOR UPDATE`)
	held := databasetest.Hold(t, db, `SELECT id FROM webhook_events ORDER BY id LIMIT 1 FOR UPDATE`)
	cleanUp := func(deliveries, events int) {
		t.Helper()
		if _, err := h.CleanUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`); n != deliveries {
			t.Errorf("%d deliveries are left, want %d", n, deliveries)
		}
		if n := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events`); n != events {
			t.Errorf("%d events are left, want %d", n, events)
		}
	}
	cleanUp(1, 1)
	release()
	held()
	cleanUp(0, 0)
}

// Deliveries older than the retention are cleaned up with their events, and the cleaner does not see those reopened
// meanwhile.
func TestWhatIsOlderThanTheRetentionIsNotSentAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		h.fill(t, endpoint.ID, 2, "skipped")
		var later atomic.Int64
		h.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
		h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take)
		skipped := h.ListDeliveries(t, endpoint.ID, "skipped")[0].ID
		later.Store(int64(30*24*time.Hour + time.Minute))
		testkit.WantFault(t, h.RetryDelivery(t.Context(), h.Actor, skipped), fault.Conflict, "")
		if begun, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{}); err != nil || begun.Recovered != 0 {
			t.Errorf("%d of what is older are sent again, %v", begun.Recovered, err)
		}
		later.Store(int64(30*24*time.Hour - time.Hour))
		if err := h.RetryDelivery(t.Context(), h.Actor, skipped); err != nil {
			t.Error(err)
		}
		if begun, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{}); err != nil || begun.Recovered != 1 {
			t.Errorf("%d of what is kept are sent again, %v; want 1", begun.Recovered, err)
		}
	})
}
