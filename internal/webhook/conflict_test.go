package webhook_test

import (
	"fmt"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// wantOneWinner checks that one of several concurrent calls succeeded and the others got CONFLICT.
func wantOneWinner(t *testing.T, results []error) {
	t.Helper()
	won := 0
	for _, err := range results {
		switch {
		case err == nil:
			won++
		case !fault.Is(err, fault.Conflict):
			t.Errorf("got %v, want CONFLICT", err)
		}
	}
	if won != 1 {
		t.Errorf("%d succeeded, want 1", won)
	}
}

func TestOfManyEndpointsThatWantTheSameURLAtOnceOneGetsIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		results := make([]error, 20)
		var running sync.WaitGroup
		for i := range results {
			running.Go(func() {
				_, results[i] = h.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{Name: new("n"), URL: new("https://example.com/created")})
			})
		}
		running.Wait()
		wantOneWinner(t, results)
		for i := range results {
			running.Go(func() {
				endpoint, err := h.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{Name: new("n"), URL: new(fmt.Sprintf("https://example.com/%d", i))})
				if err != nil {
					t.Error(err)
					return
				}
				_, results[i] = h.UpdateEndpoint(t.Context(), h.Actor, endpoint.ID, webhook.EndpointChange{URL: new("https://example.com/changed")})
			})
		}
		running.Wait()
		wantOneWinner(t, results)
	})
}

func TestATenantHasNoMoreEndpointsThanItMayHoweverManyAreMadeAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, nil)
		h.Limits = webhook.Limits{Endpoints: 5}
		h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take)
		var (
			making  sync.WaitGroup
			results [20]error
		)
		for i := range results {
			making.Go(func() {
				_, results[i] = h.CreateEndpoint(t.Context(), h.Actor, webhook.EndpointChange{
					Name: new("n"), URL: new(fmt.Sprintf("%s%d", webhooktest.Hook, i)),
				})
			})
		}
		making.Wait()
		succeeded := 0
		for _, err := range results {
			switch {
			case err == nil:
				succeeded++
			case !fault.Is(err, fault.Conflict):
				t.Errorf("one too many: %v, want CONFLICT", err)
			}
		}
		if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_endpoints`); succeeded != 5 || count != 5 {
			t.Errorf("%d were made and %d are there, want 5", succeeded, count)
		}
		h.Actor = h.NewTenant(t)
		h.AddEndpoint(t, webhooktest.Hook+"other", nil)
	})
}
