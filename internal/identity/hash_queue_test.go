package identity_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestAStormOfLogInsIsSentAwayInsteadOfQueueing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		must(t, h.HashOneAtATime(t.Context()))
		h.wantSentAway(t, h.register("ann@example.test").email)
	})
}

// The storm hits a process that has just started: all clients come back at once, and it has not hashed anything yet.
func TestAStormOfLogInsAtTheStartIsSentAwayToo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		email := h.register("ann@example.test").email
		h.HashAnew()
		h.wantSentAway(t, email)
	})
}

// One hash during which the machine stood still says nothing about the next ones; many slow ones do.
func TestNobodyIsSentAwayForOneSlowHash(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.HashAnew()
		if wait, longest := h.HashWaits(6 * time.Second); wait > longest {
			t.Errorf("after one slow hash the next ones wait for %v, want at most %v", wait, longest)
		}
		if wait, longest := h.HashWaits(slices.Repeat([]time.Duration{2 * time.Second}, 16)...); wait <= longest {
			t.Errorf("after sixteen slow hashes the next ones wait for %v only", wait)
		}
	})
}

// wantSentAway logs in 500 times at once and expects refusals.
func (h *house) wantSentAway(t *testing.T, email string) {
	t.Helper()
	results := testkit.InParallel(500, func(int) error {
		_, err := h.Login(t.Context(), origin, email, password)
		return err
	})
	done, sentAway := 0, 0
	for _, err := range results {
		var refusal *fault.Error
		switch {
		case err == nil:
			done++
		case errors.As(err, &refusal) && refusal.Code == fault.ServiceUnavailable && refusal.RetryAfter > 0:
			sentAway++
		default:
			t.Errorf("a log-in ended with %v", err)
		}
	}
	if done == 0 || sentAway == 0 {
		t.Errorf("%d logged in and %d were sent away", done, sentAway)
	}
}
