package delivery_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// The limit is about elapsed time, whatever the platform's clock says.
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

// A process whose clock was an hour ahead when it took the lane, and which then died, keeps an endpoint no longer than
// others.
func TestALeaseThatWasDatedByAWrongClockSilencesNoEndpoint(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		engine(h.Service).NotAlone()
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		h.exec(t, fmt.Sprintf(`INSERT INTO webhook_lanes (endpoint_id, holder, fence, expires_at, reserved) VALUES ('%s', 'dead', 7, %d, 1)`,
			endpoint.ID, database.Micros(time.Now().Add(time.Hour))))
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
	})
}

// Leases are dated by the database's clock: a process whose clock is ahead takes no lane from others, and one whose
// clock is behind gets a free one. On SQLite there is only one process.
func TestProcessesWithDifferentClocksTakeNoLanesFromEachOther(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	for name, off := range map[string]time.Duration{"ahead": time.Hour, "behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
			endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
			stop := webhooktest.Run(t, h.Service)
			h.PublishData(t, `{}`)
			h.WaitSettled(t, endpoint.ID, "succeeded", 1)
			h.Now = func() time.Time { return time.Now().Add(off) }
			other := h.Replica(t, (&webhooktest.Receiver{}).Take)
			if taken, err := engine(other).TakesLane(t.Context(), endpoint.ID); taken || err != nil {
				t.Errorf("the lane of a process that lives was taken: %v, %v", taken, err)
			}
			stop()
			if taken, err := engine(other).TakesLane(t.Context(), endpoint.ID); !taken || err != nil {
				t.Errorf("a lane that was given back was taken: %v, %v", taken, err)
			}
			if taken, err := engine(h.Replica(t, (&webhooktest.Receiver{}).Take)).TakesLane(t.Context(), endpoint.ID); taken || err != nil {
				t.Errorf("the lane was taken from one of the same time: %v, %v", taken, err)
			}
		})
	}
}
