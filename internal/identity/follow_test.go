package identity_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

func TestWhoFollowsASessionHearsOfItsEndOnEveryReplica(t *testing.T) {
	t.Parallel()
	a, b := twoReplicas(t)
	for name, one := range map[string]*house{"the replica that ends it": a, "another": b} {
		ann, boss := a.enterAs(name+"-ann@example.com", "default", identity.RoleUser), a.enterAs(name+"-boss@example.com", "default", identity.RoleAdmin)
		caller := ann.caller()
		must(t, one.StillIn(t.Context(), caller))
		heard := make(chan struct{}, 100)
		cancel := one.Follow(caller.SessionID, func() { heard <- struct{}{} })
		yes, no := true, false
		for _, c := range []struct {
			change func() error
			want   fault.Code
		}{
			{func() error {
				_, err := a.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
				return err
			}, fault.AccountSuspended},
			{func() error {
				_, err := a.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &no})
				return err
			}, fault.SessionRevoked},
		} {
			for len(heard) > 0 { // left over from the previous change
				<-heard
			}
			must(t, c.change())
			changed := time.Now()
			testkit.Receive(t, name+" to hear of it", heard)
			one.wantOutSoon(caller, c.want, changed)
			t.Logf("%s: %s after %s", name, c.want, time.Since(changed))
		}
		cancel()
	}
}

// wantOutSoon asks until the caller is refused for this reason. As in wantRefusedSoon, what counts is when a call
// began.
func (h *house) wantOutSoon(caller identity.Caller, want fault.Code, changed time.Time) {
	h.t.Helper()
	for {
		began := time.Now()
		got := code(h.StillIn(h.t.Context(), caller))
		if got == want {
			return
		}
		if began.Sub(changed) > time.Second {
			h.t.Fatalf("%s after the change the answer is %q, want %s", began.Sub(changed), got, want)
		}
	}
}

func TestASessionGoesOnAfterItsAccessToken(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		h.clock.Advance(16 * time.Minute)
		_, err := ann.authenticate()
		testkit.WantFault(t, err, fault.TokenExpired)
		must(t, h.StillIn(t.Context(), caller))
		h.clock.Advance(30 * 24 * time.Hour)
		testkit.WantFault(t, h.StillIn(t.Context(), caller), fault.SessionRevoked)
	})
}

func TestWhoCannotHearOtherReplicasLooksForThemselves(t *testing.T) {
	t.Parallel()
	ring, err := secret.New()
	must(t, err)
	h := newReplica(t, databasetest.Open(t, database.Postgres), ring, testkit.NewClock(start)) // without a listener
	ann := h.enterAs("ann@example.com", "default", identity.RoleUser)
	var heard atomic.Int64
	t.Cleanup(h.Follow(ann.caller().SessionID, func() { heard.Add(1) }))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, h.Workers()...)
	}()
	t.Cleanup(func() { stop(); <-ended })
	testkit.Until(t, "it is told to look", func() bool { return heard.Load() > 1 })
}
