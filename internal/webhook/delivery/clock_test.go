package delivery_test

import (
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// The limit is about how much time has gone by, whatever the platform's clock says of it.
func TestAClockThatIsSetBackHoldsNoEndpointUp(t *testing.T) {
	t.Parallel()
	for name, isRestarted := range map[string]bool{"while its lane runs": false, "between two processes": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
				var off atomic.Int64
				r := &webhooktest.Receiver{}
				h := newHouse(t, db, r.Take)
				h.Now = func() time.Time { return time.Now().Add(time.Duration(off.Load())) }
				h.Service = h.Replica(t, r.Take)
				stop := webhooktest.Run(t, h.Service)
				endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.RateLimitPerMinute = new(2) })
				h.PublishData(t, `{}`)
				h.PublishData(t, `{}`)
				time.Sleep(time.Second)
				off.Store(-int64(3 * time.Hour))
				if isRestarted {
					stop()
					h.Service = h.Replica(t, r.Take)
					webhooktest.Run(t, h.Service)
				}
				h.PublishData(t, `{}`)
				h.PublishData(t, `{}`)
				time.Sleep(2 * time.Minute)
				if sent := len(h.ListDeliveries(t, endpoint.ID, "succeeded")); sent != 4 {
					t.Errorf("two minutes later %d of 4 are delivered", sent)
				}
				if calls := r.All(); len(calls) > 2 && calls[2].At.Sub(calls[0].At) < time.Minute {
					t.Errorf("the third call came %s after the first, and two a minute are allowed", calls[2].At.Sub(calls[0].At))
				}
			})
		})
	}
}
