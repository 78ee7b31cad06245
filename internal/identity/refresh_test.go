package identity_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func (p *person) refresh(token string) (identity.Tokens, error) {
	return p.h.Refresh(p.h.t.Context(), origin, token)
}

func TestFiftyRefreshesWithOneTokenLeaveOneLiveToken(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		old := ann.tokens.RefreshToken
		answers := make([]identity.Tokens, 50)
		counts := tally(t, h.inParallel(50, func(i int) (err error) {
			answers[i], err = ann.refresh(old)
			return err
		}))
		if counts[""] != 50 {
			t.Fatalf("the answers were %v", counts)
		}
		for _, answer := range answers {
			if answer.RefreshToken != answers[0].RefreshToken || answer.RefreshToken == old {
				t.Fatal("two answers carry different refresh tokens")
			}
			_, err := h.Authenticate(t.Context(), answer.AccessToken)
			must(t, err)
		}
		next, err := ann.refresh(answers[0].RefreshToken)
		must(t, err)
		ann.tokens = next
		_, err = ann.refresh(old) // two generations old
		testkit.WantFault(t, err, fault.RefreshTokenReused)
		_, err = ann.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = ann.refresh(next.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
	})
}

func TestASpentTokenIsForgivenForThirtySecondsExactly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		old := ann.tokens.RefreshToken
		next, err := ann.refresh(old)
		must(t, err)
		ann.tokens = next
		h.clock.Advance(30 * time.Second)
		again, err := ann.refresh(old)
		must(t, err)
		if again.RefreshToken != next.RefreshToken {
			t.Error("the repeated exchange gave another token")
		}
		h.clock.Advance(time.Microsecond)
		_, err = ann.refresh(old)
		testkit.WantFault(t, err, fault.RefreshTokenReused)
		_, err = ann.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
	})
}

func TestReusingATokenEndsThatSessionOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		elsewhere := *ann
		elsewhere.enter()
		old := ann.tokens.RefreshToken
		_, err := ann.refresh(old)
		must(t, err)
		h.clock.Advance(31 * time.Second)
		counts := tally(t, h.inParallel(10, func(int) error {
			_, err := ann.refresh(old)
			return err
		}))
		if counts[fault.RefreshTokenReused] != 1 || counts[fault.SessionRevoked] != 9 {
			t.Errorf("ten reuses gave %v", counts)
		}
		elsewhere.caller()
	})
}

func TestAnInventedTokenDoesNotEndASession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		session := ann.caller().SessionID
		stranger := newHouse(t, databasetest.Open(t, database.SQLite)) // another installation, with other keys
		for _, invented := range []string{
			identity.EncodeRefreshToken(session, 0, make([]byte, 32), stranger.ring),
			identity.EncodeRefreshToken(session, 1, make([]byte, 32), stranger.ring),
			ann.tokens.RefreshToken[:len(ann.tokens.RefreshToken)-4] + "AAAA",
			respelled(ann.tokens.RefreshToken), ann.tokens.RefreshToken + "A", ann.tokens.AccessToken, "brt_", "",
		} {
			_, err := ann.refresh(invented)
			if failure := testkit.WantFault(t, err, fault.RefreshTokenInvalid); failure.Field != "refreshToken" {
				t.Errorf("the field is %q", failure.Field)
			}
		}
		ann.caller()
		_, err := ann.refresh(ann.tokens.RefreshToken)
		must(t, err)
	})
}

func TestAnIdleSessionEndsAfterThirtyDays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.clock.Advance(30*24*time.Hour - time.Microsecond)
		next, err := ann.refresh(ann.tokens.RefreshToken)
		must(t, err)
		ann.tokens = next
		h.clock.Advance(30 * 24 * time.Hour)
		_, err = ann.refresh(ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
		ann.enter()
		sessions, err := h.Sessions(t.Context(), ann.caller())
		must(t, err)
		if len(sessions) != 1 {
			t.Errorf("%d sessions are listed, want the one that has not expired", len(sessions))
		}
	})
}

func TestASessionLastsNinetyDaysEvenIfItIsUsedDaily(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		var err error
		for range 89 {
			h.clock.Advance(24 * time.Hour)
			ann.tokens, err = ann.refresh(ann.tokens.RefreshToken)
			must(t, err)
		}
		h.clock.Set(start.Add(90*24*time.Hour - time.Minute))
		ann.tokens, err = ann.refresh(ann.tokens.RefreshToken)
		must(t, err)
		ann.caller()
		h.clock.Advance(time.Minute)
		_, err = ann.authenticate() // the token would be valid for another 14 minutes
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = ann.refresh(ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
	})
}

func TestARefreshMovesTheSessionToWhereItWasAskedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.clock.Advance(time.Hour)
		elsewhere := identity.Origin{IPAddress: "198.51.100.9", UserAgent: "a telephone"}
		tokens, err := h.Refresh(t.Context(), elsewhere, ann.tokens.RefreshToken)
		must(t, err)
		ann.tokens = tokens
		sessions, err := h.Sessions(t.Context(), ann.caller())
		must(t, err)
		if len(sessions) != 1 || sessions[0].IPAddress != elsewhere.IPAddress || sessions[0].UserAgent != elsewhere.UserAgent {
			t.Fatalf("the sessions are %+v", sessions)
		}
		if got := sessions[0]; !got.LastActivityAt.Equal(h.clock.Now()) || !got.ExpiresAt.Equal(h.clock.Now().Add(30*24*time.Hour)) {
			t.Errorf("last used %v, expires %v", got.LastActivityAt, got.ExpiresAt)
		}
		if !ann.caller().AuthenticatedAt.Equal(start) {
			t.Error("a refresh counts as having shown the password")
		}
	})
}
