package delivery_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// hanging counts the requests in flight to receivers that do not answer until they are released.
type hanging struct {
	now, most atomic.Int64
	letGo     chan struct{}
}

func (r *hanging) Take(ctx context.Context, call wire.Call) wire.Result {
	if !strings.Contains(call.URL, "hang") {
		return webhooktest.Answer(200)
	}
	now := r.now.Add(1)
	defer r.now.Add(-1)
	for most := r.most.Load(); now > most && !r.most.CompareAndSwap(most, now); most = r.most.Load() {
	}
	select {
	case <-r.letGo:
		return webhooktest.Answer(200)
	case <-ctx.Done():
		return wire.Result{Class: wire.Cancelled}
	}
}

func TestATenantWhoseReceiversHangLeavesPlacesForTheOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &hanging{letGo: make(chan struct{})}
		h := newHouse(t, db, nil)
		h.Limits = webhook.Limits{InFlight: 20}
		h.Service = h.Replica(t, r.Take)
		webhooktest.Run(t, h.Service)
		var slow []*webhook.Endpoint
		for i := range 12 {
			slow = append(slow, h.AddEndpoint(t, fmt.Sprintf("%shang%d", webhooktest.Hook, i), webhooktest.Unlimited))
		}
		for range 10 {
			h.PublishData(t, `{}`) // 120 deliveries for 20 places
		}
		testkit.Until(t, "the slow tenant has what it may have", func() bool { return r.now.Load() == 10 })
		busy := 0
		for _, endpoint := range slow {
			if engine(h.Service).Unrecorded(endpoint.ID) > 0 {
				busy++
			}
		}
		if busy < 3 {
			t.Errorf("%d of its twelve endpoints share the ten places", busy)
		}
		other := h.neighbour(t)
		quick := other.AddEndpoint(t, webhooktest.Hook+"quick", webhooktest.Unlimited)
		for range 50 {
			other.PublishData(t, `{}`)
		}
		other.WaitSettled(t, quick.ID, "succeeded", 50)
		second := h.neighbour(t)
		hangs := second.AddEndpoint(t, webhooktest.Hook+"hang-too", webhooktest.Unlimited)
		for range 10 {
			second.PublishData(t, `{}`)
		}
		testkit.Until(t, "a second slow tenant gets its share", func() bool { return engine(second.Service).Unrecorded(hangs.ID) >= 3 })
		for range 10 {
			other.PublishData(t, `{}`)
		}
		other.WaitSettled(t, quick.ID, "succeeded", 60)
		if most := r.most.Load(); most >= 20 {
			t.Errorf("%d requests hung at a time: nothing was left for others", most)
		}
		close(r.letGo) // in the end everything is sent
		for _, endpoint := range slow {
			h.WaitSettled(t, endpoint.ID, "succeeded", 10)
		}
		second.WaitSettled(t, hangs.ID, "succeeded", 10)
		testkit.Until(t, "all places are given back", func() bool { places, _ := engine(h.Service).Spent(); return places == 0 })
	})
}

func TestTheProcessKeepsNoMoreBytesInMemoryThanItMay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &hanging{letGo: make(chan struct{})}
		h := newHouse(t, db, nil)
		h.Limits = webhook.Limits{QueuedBytes: 1 << 20, InFlight: 8}
		h.Service = h.Replica(t, r.Take)
		webhooktest.Run(t, h.Service)
		houses := []*house{h, h.neighbour(t), h.neighbour(t)}
		data := `{"text":"` + strings.Repeat("x", 50_000) + `"}`
		endpoints := map[*house][]*webhook.Endpoint{}
		for _, tenant := range houses {
			for i := range 3 {
				endpoints[tenant] = append(endpoints[tenant], tenant.AddEndpoint(t, fmt.Sprintf("%shang%d", webhooktest.Hook, i), webhooktest.Unlimited))
			}
		}
		var most int64
		for range 20 { // three tenants × three endpoints × 20 × 50 KB = 9 MB
			for _, tenant := range houses {
				tenant.PublishData(t, data)
				_, bytes := engine(h.Service).Spent()
				most = max(most, bytes)
			}
		}
		close(r.letGo)
		for _, tenant := range houses {
			for _, endpoint := range endpoints[tenant] {
				testkit.Until(t, "all have arrived", func() bool {
					_, bytes := engine(h.Service).Spent()
					most = max(most, bytes)
					return len(tenant.ListDeliveries(t, endpoint.ID, "succeeded")) == 20
				})
			}
		}
		if most > 1<<20 || most < 200_000 {
			t.Errorf("at most %d bytes were in memory, want some and no more than %d", most, 1<<20)
		}
		testkit.Until(t, "nothing is left in memory", func() bool { _, bytes := engine(h.Service).Spent(); return bytes == 0 })
	})
}
