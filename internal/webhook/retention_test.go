package webhook_test

import (
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
)

func TestWhatIsOlderThanTheRetentionGoesAndWhatIsPendingStays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		endpoint := h.endpoint(t, hook+"a", nil)
		waiting := h.endpoint(t, hook+"b", noSubscriptions)
		stop := run(t, h.Service)
		h.publish(t, `{}`)
		h.publish(t, `{}`)
		h.waitSettled(t, endpoint.ID, "succeeded", 2)
		stop()
		if _, err := h.SendTest(t.Context(), h.actor, waiting.ID); err != nil { // nobody sends it now
			t.Fatal(err)
		}
		var later atomic.Int64
		h.now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
		h.Service = h.replica(t, (&receiver{}).take)
		counts := func() (events, deliveries, attempts int) {
			return number(t, db, `SELECT COUNT(*) FROM webhook_events`), number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`),
				number(t, db, `SELECT COUNT(*) FROM webhook_attempts`)
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
			if _, err := h.Retire(t.Context()); err != nil {
				t.Fatal(err)
			}
			if events, deliveries, attempts := counts(); events != c.events || deliveries != c.deliveries || attempts != c.attempts {
				t.Errorf("after %s: %d events, %d deliveries, %d attempts, want %d, %d, %d",
					c.after, events, deliveries, attempts, c.events, c.deliveries, c.attempts)
			}
		}
		if left := h.deliveries(t, waiting.ID, "pending"); len(left) != 1 {
			t.Errorf("the pending delivery is gone: %v", left)
		}
	})
}

// A process that has not heard yet that an endpoint was switched off writes its deliveries as pending.
func TestADeliveryThatMissedTheSwitchIsSkippedInTheEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		endpoint := h.endpoint(t, hook, nil)
		if _, err := h.SendTest(t.Context(), h.actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE webhook_endpoints SET is_active = $1`, false)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Retire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if found := h.deliveries(t, endpoint.ID, "skipped"); len(found) != 1 || found[0].FinishedAt.IsZero() {
			t.Errorf("got %+v", h.deliveries(t, endpoint.ID, ""))
		}
	})
}

// A process that has not heard yet that an endpoint was deleted writes deliveries that belong to nobody.
func TestADeliveryThatMissedTheDeletionGoesInTheEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		kept, gone := h.endpoint(t, hook+"a", nil), h.endpoint(t, hook+"b", nil)
		for _, endpoint := range []*webhook.Endpoint{kept, gone} {
			if _, err := h.SendTest(t.Context(), h.actor, endpoint.ID); err != nil {
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
		if _, err := h.Retire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if all, left := number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`), h.deliveries(t, kept.ID, "pending"); all != 1 || len(left) != 1 {
			t.Errorf("%d deliveries, %d of the endpoint that is there; want 1 and 1", all, len(left))
		}
	})
}

func noSubscriptions(e *webhook.EndpointChange) { e.SubscribedEvents = &[]string{} }

func TestTheQueueIsWhatWaits(t *testing.T) {
	t.Parallel()
	virtually(t, func(t *testing.T, db *database.DB) {
		r := &receiver{reply: refuse}
		h := newHouse(t, db, r.take)
		stop := run(t, h.Service)
		h.endpoint(t, hook, nil)
		h.publish(t, `{}`)
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
