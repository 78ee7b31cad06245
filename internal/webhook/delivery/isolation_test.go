package delivery_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// publishMany publishes like many concurrent callers.
func (h *house) publishMany(t *testing.T, eventType string, count int) {
	t.Helper()
	var publishing sync.WaitGroup
	for range count {
		publishing.Go(func() {
			if _, err := h.PublishOwn(t.Context(), h.Actor, eventType, json.RawMessage(`{}`)); err != nil {
				t.Error(err)
			}
		})
	}
	publishing.Wait()
}

func TestAHangingReceiverDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: func(_ int, call webhooktest.Received) wire.Result {
			if strings.HasSuffix(call.Call.URL, "slow") {
				time.Sleep(2 * time.Second)
			}
			return webhooktest.Answer(200)
		}}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		for _, name := range []string{"slow", "fast"} {
			h.AddEndpoint(t, webhooktest.Hook+name, func(e *webhook.EndpointChange) {
				webhooktest.Unlimited(e)
				e.SubscribedEvents = &[]string{"custom." + name}
			})
		}
		h.publishMany(t, "custom.slow", 1000)
		published := map[string]time.Time{}
		for range 50 {
			event, err := h.PublishOwn(t.Context(), h.Actor, "custom.fast", json.RawMessage(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			published[event.ID.String()] = time.Now()
			time.Sleep(100 * time.Millisecond)
		}
		slow := 0
		for _, call := range r.All() {
			at, fast := published[call.Body.ID]
			if !fast {
				slow++
			} else if waited := call.At.Sub(at); waited > 10*time.Millisecond {
				t.Errorf("the neighbour waited for %s", waited)
			}
			delete(published, call.Body.ID)
		}
		if len(published) > 0 || slow == 1000 {
			t.Errorf("%d not sent to the neighbour, %d to the slow one", len(published), slow)
		}
		time.Sleep(time.Hour)
		if sent := len(r.All()); sent != 1050 {
			t.Errorf("%d sent in the end, want 1050", sent)
		}
	})
}

func TestALaneKeepsNoMoreInMemoryThanItsBound(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		const events, bound = 5000, 4096
		var (
			service *webhook.Service
			id      uuid.UUID
			most    atomic.Int64
		)
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, func(ctx context.Context, call wire.Call) wire.Result {
			for queued := int64(engine(service).Queued(id)); queued > most.Load(); {
				most.Store(queued)
			}
			time.Sleep(time.Duration(1+rand.IntN(5)) * 100 * time.Millisecond) // few distinct times, so many are recorded at once
			return r.Take(ctx, call)
		})
		service = h.Service
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		id = endpoint.ID
		engine(h.Service).BoundQueues(bound)
		webhooktest.Run(t, h.Service)
		h.publishMany(t, "custom.load", events)
		time.Sleep(5 * time.Minute)
		if most.Load() > bound || most.Load() < bound/4 {
			t.Errorf("%d in memory, bound %d", most.Load(), bound)
		}
		counts := r.IDs()
		if len(counts) != events || len(r.All()) != events {
			t.Errorf("%d events in %d calls, want %d", len(counts), len(r.All()), events)
		}
		if after := h.Reload(t, endpoint.ID); after.TotalDeliveries != events || after.SuccessfulDeliveries != events {
			t.Errorf("counters %d/%d", after.TotalDeliveries, after.SuccessfulDeliveries)
		}
	})
}

func TestTheCountersAreThoseOfTheDeliveries(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{Reply: func(int, webhooktest.Received) wire.Result {
			return webhooktest.Answer([]int{200, 204, 301, 404, 500}[rand.IntN(5)])
		}}).Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) {
			webhooktest.Unlimited(e)
			e.MaxRetries, e.RetryDelaySeconds = new(1), new(1)
		})
		check := func() {
			t.Helper()
			if e := h.Reload(t, endpoint.ID); e.TotalDeliveries != e.SuccessfulDeliveries+e.FailedDeliveries {
				t.Errorf("counters %d ≠ %d + %d", e.TotalDeliveries, e.SuccessfulDeliveries, e.FailedDeliveries)
			}
		}
		for range 4 {
			h.publishMany(t, "custom.load", 40)
			check()
			h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(false)})
			h.publishMany(t, "custom.load", 5)
			check()
			h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(true)})
			if _, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{}); err != nil {
				t.Fatal(err)
			}
			check()
		}
		testkit.Until(t, "everything is settled", func() bool { return len(h.ListDeliveries(t, endpoint.ID, "pending")) == 0 })
		for _, exhausted := range h.ListDeliveries(t, endpoint.ID, "exhausted") {
			if err := h.RetryDelivery(t.Context(), h.Actor, exhausted.ID); err != nil {
				t.Fatal(err)
			}
		}
		testkit.Until(t, "everything is settled again", func() bool {
			check()
			return len(h.ListDeliveries(t, endpoint.ID, "pending")) == 0
		})
		e := h.Reload(t, endpoint.ID)
		succeeded := int64(webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'succeeded'`))
		exhausted := int64(webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'exhausted'`))
		if e.SuccessfulDeliveries != succeeded || e.FailedDeliveries != exhausted || e.TotalDeliveries != succeeded+exhausted {
			t.Errorf("counters %d/%d/%d, deliveries %d/%d", e.TotalDeliveries, e.SuccessfulDeliveries, e.FailedDeliveries, succeeded, exhausted)
		}
		if attempts, rows := webhooktest.Number(t, db, `SELECT SUM(attempts) FROM webhook_deliveries`), webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts`); attempts != rows {
			t.Errorf("%d attempts counted, %d recorded", attempts, rows)
		}
	})
}
