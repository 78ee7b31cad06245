package delivery_test

import (
	"slices"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

func TestARetryThatIsNoLongerAllowedIsNotMade(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]webhook.EndpointChange{
		"switched off": {RetryEnabled: new(false)}, "fewer": {MaxRetries: new(1)}, "as many as were made": {MaxRetries: new(2)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
				r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
				h := newHouse(t, db, r.Take)
				webhooktest.Run(t, h.Service)
				endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
				h.PublishData(t, `{}`)
				time.Sleep(4 * time.Minute) // the first attempt, and the retries after one and two more minutes
				failed := h.Reload(t, endpoint.ID).LastFailureAt
				h.Update(t, endpoint.ID, change)
				time.Sleep(12 * time.Minute)
				found := h.ListDeliveries(t, endpoint.ID, "exhausted")
				if len(found) != 1 || found[0].Attempts != 3 || found[0].FinishedAt.IsZero() || !found[0].NextAttemptAt.IsZero() || len(r.All()) != 3 {
					t.Errorf("after %d calls: %+v", len(r.All()), found)
				}
				after := h.Reload(t, endpoint.ID)
				if after.TotalDeliveries != 1 || after.FailedDeliveries != 1 || !after.LastFailureAt.Equal(failed) {
					t.Errorf("counters %d/%d, last failure at %v", after.TotalDeliveries, after.FailedDeliveries, after.LastFailureAt)
				}
				h.PublishData(t, `{}`)
				time.Sleep(time.Second)
				if len(r.All()) != 4 {
					t.Error("what is new is not sent")
				}
			})
		})
	}
}

// Retries that wait for a rate limit wait in memory.
func TestARetryThatIsNoLongerAllowedIsNotMadeByALaneThatHasItAlready(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		const deliveries = 5
		for range deliveries {
			h.PublishData(t, `{}`)
		}
		time.Sleep(time.Second)
		h.Update(t, endpoint.ID, webhook.EndpointChange{RateLimitPerMinute: new(1)})
		time.Sleep(90 * time.Second) // one retry was made, and the others are due
		if len(r.All()) != deliveries+1 {
			t.Fatalf("%d calls, want %d", len(r.All()), deliveries+1)
		}
		h.Update(t, endpoint.ID, webhook.EndpointChange{RetryEnabled: new(false)})
		time.Sleep(12 * time.Minute)
		if found := h.ListDeliveries(t, endpoint.ID, "exhausted"); len(found) != deliveries || len(r.All()) != deliveries+1 {
			t.Errorf("after %d calls %d deliveries are exhausted", len(r.All()), len(found))
		}
		after := h.Reload(t, endpoint.ID)
		if after.TotalDeliveries != deliveries || after.FailedDeliveries != deliveries {
			t.Errorf("counters %d/%d", after.TotalDeliveries, after.FailedDeliveries)
		}
	})
}

func TestARetryThatTheNextProcessMayNotMakeIsGivenUpOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{Reply: webhooktest.Refuse}
		h := newHouse(t, db, r.Take)
		stop := webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		const deliveries = 3
		for range deliveries {
			h.PublishData(t, `{}`)
		}
		testkit.Until(t, "a first attempt of each", func() bool {
			return !slices.ContainsFunc(h.ListDeliveries(t, endpoint.ID, "pending"), func(d webhook.Delivery) bool { return d.Attempts == 0 })
		})
		stop()
		h.Service = h.Replica(t, r.Take)
		h.Update(t, endpoint.ID, webhook.EndpointChange{RetryEnabled: new(false)})
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE webhook_deliveries SET next_attempt_at = 1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		webhooktest.Run(t, h.Service)
		h.WaitSettled(t, endpoint.ID, "exhausted", deliveries)
		after := h.Reload(t, endpoint.ID)
		if after.TotalDeliveries != deliveries || after.FailedDeliveries != deliveries || len(r.All()) != deliveries {
			t.Errorf("after %d calls the counters are %d/%d", len(r.All()), after.TotalDeliveries, after.FailedDeliveries)
		}
	})
}
