package delivery_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

func TestAnExhaustedDeliveryIsSentAgainOnRequestWithAllItsRetries(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.MaxRetries = new(2) })
		h.PublishData(t, `{}`)
		time.Sleep(time.Second)
		id := h.ListDeliveries(t, endpoint.ID, "")[0].ID
		testkit.WantFault(t, h.RetryDelivery(t.Context(), h.Actor, id), fault.Conflict, "") // still pending
		time.Sleep(10 * time.Minute)
		if err := h.RetryDelivery(t.Context(), h.Actor, id); err != nil {
			t.Fatal(err)
		}
		if e := h.Reload(t, endpoint.ID); e.TotalDeliveries != 0 || e.FailedDeliveries != 0 {
			t.Errorf("counters %d/%d while it is on its way again", e.TotalDeliveries, e.FailedDeliveries)
		}
		time.Sleep(10 * time.Minute)
		detail, err := h.DeliveryDetail(t.Context(), h.Actor, id)
		if err != nil || detail.Status != "exhausted" || detail.Attempts != 6 || len(detail.AttemptList) != 6 {
			t.Errorf("%s after %d attempts, %d recorded, %v", detail.Status, detail.Attempts, len(detail.AttemptList), err)
		}
		for i, attempt := range detail.AttemptList {
			if attempt.Number != i+1 {
				t.Errorf("attempt %d has number %d", i+1, attempt.Number)
			}
		}
		if e := h.Reload(t, endpoint.ID); e.TotalDeliveries != 1 || e.FailedDeliveries != 1 {
			t.Errorf("counters %d/%d", e.TotalDeliveries, e.FailedDeliveries)
		}
	})
}

// A lane may stop by itself, because its lease could not be renewed in time, while the process continues to renew the
// leases of others. The lost one must not be renewed with them.
func TestALaneThatWasLostIsTakenAgain(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		lost := h.AddEndpoint(t, webhooktest.Hook+"lost", nil)
		h.AddEndpoint(t, webhooktest.Hook+"other", func(e *webhook.EndpointChange) { e.SubscribedEvents = &[]string{"custom.other"} })
		h.PublishData(t, `{}`)
		h.publishMany(t, "custom.other", 1)
		time.Sleep(time.Second)
		engine(h.Service).LoseLane(lost.ID)
		began := len(r.All())
		for range 30 { // keep the other one busy
			h.publishMany(t, "custom.other", 1)
			time.Sleep(time.Second)
		}
		if sent := len(r.All()) - began; sent != 60 {
			t.Errorf("%d sent, want 60: the lane was not taken again", sent)
		}
	})
}

func TestAProcessThatStopsFinishesWhatIsOnTheWire(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		takes time.Duration
		want  string
	}{
		"longer than a lease":       {13 * time.Second, "succeeded"},
		"longer than anybody waits": {40 * time.Second, "pending"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
				var cut atomic.Int64
				h := newHouse(t, db, func(ctx context.Context, _ wire.Call) wire.Result {
					select {
					case <-ctx.Done():
						cut.Add(1)
						return wire.Result{Class: wire.Cancelled}
					case <-time.After(c.takes):
						return webhooktest.Answer(200)
					}
				})
				stop := webhooktest.Run(t, h.Service)
				endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.TimeoutSeconds = new(60) })
				h.PublishData(t, `{}`)
				time.Sleep(100 * time.Millisecond)
				began := time.Now()
				stop()
				if took := time.Since(began); took > 18*time.Second {
					t.Errorf("stopping took %s", took)
				}
				if found := h.ListDeliveries(t, endpoint.ID, c.want); len(found) != 1 || (cut.Load() == 0) != (c.want == "succeeded") {
					t.Errorf("%s: %d, cut off %d", c.want, len(found), cut.Load())
				}
				// A request that was cut off may have arrived: it stays reserved, and the lane is free.
				free := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_lanes WHERE expires_at <= $1`, database.Micros(time.Now()))
				if reserved := webhooktest.Number(t, db, `SELECT reserved FROM webhook_lanes`); free != 1 || reserved != int(cut.Load()) {
					t.Errorf("reserved %d, free %d", reserved, free)
				}
			})
		})
	}
}

func TestALaneMovesToAnotherProcessWhenItsHolderStops(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		other := h.Replica(t, r.Take)
		engine(other).NotAlone()
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		stop := webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		webhooktest.Run(t, other)
		stop()
		if _, err := other.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", 2)
		if engine(h.Service).HasLane(endpoint.ID) || !engine(other).HasLane(endpoint.ID) {
			t.Error("the lane did not move")
		}
	})
}

// A process hands an event directly to its own lane. When another process takes the lane over before the commit, it
// does not know of the event and must be notified.
func TestWorkForALaneThatMovedIsToldToItsNewHolder(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		time.Sleep(time.Second)
		other := h.Replica(t, r.Take)
		engine(other).NotAlone()
		webhooktest.Run(t, other)
		time.Sleep(time.Second)
		err := db.InTx(t.Context(), func(tx *database.Tx) error { // like an event without a notification
			_, err := tx.Exec(t.Context(), `
				INSERT INTO webhook_deliveries (endpoint_id, id, event_id, status, next_attempt_at, created_at)
				SELECT endpoint_id, 'ffffffff-ffff-7fff-8fff-ffffffffffff', event_id, 'pending', created_at, created_at
				FROM webhook_deliveries`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		engine(other).OfferLate(endpoint.ID)
		time.Sleep(time.Second)
		if sent := len(r.All()); sent != 2 || !engine(h.Service).HasLane(endpoint.ID) {
			t.Errorf("%d sent, want 2 by the holder", sent)
		}
	})
}
