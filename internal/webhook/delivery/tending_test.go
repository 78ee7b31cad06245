package delivery_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/worker"
)

// runTracked runs the workers of a house until the test ends and returns a function that returns the dispatcher's
// state.
func (h *house) runTracked(t *testing.T) (state func() worker.State) {
	t.Helper()
	tracker := worker.NewTracker()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var running sync.WaitGroup
	running.Go(func() {
		tracker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, append(h.Workers(), h.SharedWorkers()...)...)
	})
	t.Cleanup(func() { cancel(); running.Wait(); h.Close() })
	state = func() (found worker.State) {
		for _, seen := range tracker.Snapshot() {
			if seen.Name == engine(h.Service).Name() {
				found = seen
			}
		}
		return found
	}
	testkit.Until(t, "the first turn", func() bool { return state().Successes+state().Failures > 0 })
	return state
}

func (h *house) exec(t *testing.T, statement string) {
	t.Helper()
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestASearchThatFailsIsAFailureOfTheDispatcher(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		h.exec(t, `ALTER TABLE webhook_endpoints RENAME TO hidden_endpoints`)
		state := h.runTracked(t)
		if s := state(); s.Successes != 0 || s.FailedInRow == 0 {
			t.Errorf("after a search that failed the dispatcher is %+v", s)
		}
		h.exec(t, `ALTER TABLE hidden_endpoints RENAME TO webhook_endpoints`)
		testkit.Until(t, "a search that succeeds", func() bool { return state().FailedInRow == 0 })
	})
}

func TestARenewalThatFailsIsAFailureOfTheDispatcher(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		state := h.runTracked(t)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		if !engine(h.Service).HasLane(endpoint.ID) || state().Failures != 0 {
			t.Fatalf("there is no lane to renew, or something failed before: %+v", state())
		}
		h.exec(t, `ALTER TABLE webhook_lanes RENAME COLUMN fence TO hidden_fence`)
		testkit.Until(t, "a turn that fails", func() bool { return state().Failures > 0 })
		h.exec(t, `ALTER TABLE webhook_lanes RENAME COLUMN hidden_fence TO fence`)
		testkit.Until(t, "a turn that succeeds", func() bool { return state().FailedInRow == 0 })
	})
}
