package webhook_test

import (
	"fmt"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/webhook"
)

// wantOneWinner checks that of many who wanted the same one got it, and the others were told of the conflict.
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
				_, results[i] = h.CreateEndpoint(t.Context(), h.actor, webhook.EndpointChange{Name: pointer("n"), URL: pointer("https://example.com/created")})
			})
		}
		running.Wait()
		wantOneWinner(t, results)
		for i := range results {
			running.Go(func() {
				made, err := h.CreateEndpoint(t.Context(), h.actor, webhook.EndpointChange{Name: pointer("n"), URL: pointer(fmt.Sprintf("https://example.com/%d", i))})
				if err != nil {
					t.Error(err)
					return
				}
				_, results[i] = h.UpdateEndpoint(t.Context(), h.actor, made.ID, webhook.EndpointChange{URL: pointer("https://example.com/changed")})
			})
		}
		running.Wait()
		wantOneWinner(t, results)
	})
}
