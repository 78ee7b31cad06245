package identity_test

import (
	"errors"
	"testing"

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

// A storm comes when a process has just started, as clients come back all at once, and nothing was hashed yet.
func TestAStormOfLogInsAtTheStartIsSentAwayToo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		email := h.register("ann@example.test").email
		h.HashAnew()
		h.wantSentAway(t, email)
	})
}

// wantSentAway logs in 500 times at once.
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
