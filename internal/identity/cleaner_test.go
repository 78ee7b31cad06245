package identity_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

func TestPruningRemovesWhatHasExpiredAndNothingElse(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		must(t, h.SendPhoneCode(t.Context(), ann.caller(), phone))
		h.forget(ann.email)
		ann.enableTwoFactor()
		ann.challenge()
		_, err := h.Login(t.Context(), origin, ann.email, "wrong horse battery")
		testkit.WantFault(t, err, fault.InvalidCredentials)
		tables := []string{"login_challenges", "mail_tokens", "phone_codes", "failed_attempts", "sessions", "audit_log"}
		left := func() (all []int) {
			must(t, h.Cleanup(t.Context()))
			for _, table := range tables {
				all = append(all, h.number(`SELECT COUNT(*) FROM `+table))
			}
			return all
		}
		for _, c := range []struct {
			after time.Duration
			want  [5]int
		}{
			{0, [5]int{1, 2, 1, 6, 1}},
			{5*time.Minute + time.Second, [5]int{0, 2, 1, 6, 1}},
			{15*time.Minute + time.Second, [5]int{0, 2, 1, 3, 1}},            // the mail about the second factor counts for an hour
			{time.Hour + 5*time.Minute + time.Second, [5]int{0, 1, 0, 2, 1}}, // and the mailed links for a day
			{48*time.Hour + time.Second, [5]int{0, 0, 0, 0, 1}},
			{59 * 24 * time.Hour, [5]int{0, 0, 0, 0, 1}},
			{61 * 24 * time.Hour, [5]int{0, 0, 0, 0, 0}},
		} {
			h.clock.Set(start.Add(30*time.Second + c.after))
			got := left()
			if [5]int(got[:5]) != c.want || got[5] == 0 {
				t.Errorf("after %s %v are left in %v, want %v", c.after, got, tables, c.want)
			}
		}
		h.clock.Advance(2 * 366 * 24 * time.Hour)
		if got := left(); got[5] != 0 {
			t.Errorf("%d audit entries are left after two years", got[5])
		}
		_, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
	})
}

// flushActivity runs the activity worker until it has written everything and stopped.
func (h *house) flushActivity() {
	h.t.Helper()
	ctx, cancel := context.WithCancel(h.t.Context())
	cancel()
	for _, w := range h.Workers() {
		if w.Name() == "identity-activity" {
			must(h.t, w.Run(ctx))
		}
	}
}

func TestActivityIsWrittenOnceAMinute(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.enterAs("ann@example.com", "default", identity.RoleUser)
		lastActivity := func() time.Time {
			sessions, err := h.Sessions(t.Context(), ann.caller())
			must(t, err)
			return sessions[0].LastActivityAt
		}
		h.clock.Advance(59 * time.Second)
		ann.caller()
		h.flushActivity()
		if got := lastActivity(); !got.Equal(start) {
			t.Errorf("within a minute the activity moved to %s", got)
		}
		h.clock.Advance(time.Second)
		ann.caller()
		h.flushActivity()
		if got := lastActivity(); !got.Equal(start.Add(time.Minute)) {
			t.Errorf("after a minute the activity is that of %s", got)
		}
	})
}

func TestTheWorkersFollowARotationAndStopWhenTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		a := newHouse(t, db)
		b := newReplica(t, db, a.ring, a.clock)
		ctx, stop := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(name string) { t.Errorf("%s failed", name) }, b.Workers()...)
		}()
		must(t, a.RotateSigningKeys(t.Context()))
		testkit.Until(t, "the other replica signs with the new key", func() bool { return a.ActiveKeyID() == b.ActiveKeyID() })
		stop()
		testkit.Receive(t, "the workers stop", stopped)
	})
}
