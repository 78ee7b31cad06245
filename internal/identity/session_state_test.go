package identity_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

func TestATokenSaysWhoTheCallerIs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		f := newForger(t, ann)
		caller := ann.caller()
		user := h.Me(caller)
		if caller.UserID != ann.id || caller.Role != identity.RoleUser || user.Email != ann.email || caller.TenantID != user.TenantID {
			t.Errorf("the caller is %+v", caller)
		}
		wanted := fields{
			"iss": "https://bourse.test", "sub": ann.id.String(), "sid": caller.SessionID.String(),
			"tid": caller.TenantID.String(), "role": "user", "aal": "1", "auth_time": float64(start.Unix()),
			"exp": float64(start.Add(15 * time.Minute).Unix()),
		}
		for claim, want := range wanted {
			if f.claims[claim] != want {
				t.Errorf("%s is %v, want %v", claim, f.claims[claim], want)
			}
		}
		if f.header["alg"] != "EdDSA" || f.header["typ"] != "at+jwt" {
			t.Errorf("the header is %v", f.header)
		}
	})
}

func TestATokenOfARevokedSessionIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		must(t, h.RevokeSession(t.Context(), caller, caller.SessionID))
		_, err := ann.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
		testkit.WantFault(t, h.RevokeSession(t.Context(), caller, caller.SessionID), fault.NotFound)
	})
}

// Another replica may refresh a session and die before it announces that.
func TestASessionThatWasMadeToLastLongerInSilenceIsNotRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		endAt := func(at time.Time) {
			must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `UPDATE sessions SET expires_at = $1`, database.Micros(at))
				return err
			}))
		}
		endAt(start.Add(5 * time.Minute))
		_, err := ann.authenticate()
		must(t, err)
		endAt(start.Add(time.Hour))
		h.clock.Advance(6 * time.Minute)
		_, err = ann.authenticate()
		must(t, err)
		endAt(start.Add(7 * time.Minute)) // the cached state still says an hour
		h.clock.Advance(time.Hour)
		_, err = ann.authenticate()
		testkit.WantFault(t, err, fault.TokenExpired)
	})
}

func TestNobodyRevokesTheSessionOfAnother(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		testkit.WantFault(t, h.RevokeSession(t.Context(), bob.caller(), ann.caller().SessionID), fault.NotFound)
		ann.caller()
		sessions, err := h.Sessions(t.Context(), bob.caller())
		must(t, err)
		if len(sessions) != 1 || sessions[0].ID != bob.caller().SessionID || sessions[0].IPAddress != origin.IPAddress {
			t.Errorf("bob's sessions are %+v", sessions)
		}
	})
}

func TestALogoutEndsWhatItSays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		first := h.register("ann@example.com")
		for scope, want := range map[identity.LogoutScope][2]bool{ // whether the caller's and the other session stay open
			identity.LogoutLocal: {false, true}, identity.LogoutOthers: {true, false}, identity.LogoutGlobal: {false, false},
		} {
			first.enter()
			second := *first
			second.enter()
			must(t, h.Logout(t.Context(), first.caller(), scope))
			for i, p := range []*person{first, &second} {
				if _, err := p.authenticate(); (err == nil) != want[i] {
					t.Errorf("after a log-out of scope %s, session %d: %v", scope, i, err)
				}
			}
		}
		first.enter()
		testkit.WantFault(t, h.Logout(t.Context(), first.caller(), "everywhere"), fault.ValidationError)
		first.caller()
	})
}

func TestASuspensionCountsAtOnceAndIsLifted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, boss := h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")
		ann.caller()
		yes, no := true, false
		_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		_, err = ann.authenticate()
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = ann.login()
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, err = h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &no})
		must(t, err)
		_, err = ann.authenticate() // the suspension has ended every session for good
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
		ann.enter()
		ann.caller()
	})
}

func TestAnOutdatedRoleIsRefusedUntilTheTokenIsRefreshed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, boss := h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")
		ann.caller()
		analyst := identity.RoleAnalyst
		_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Role: &analyst})
		must(t, err)
		_, err = ann.authenticate()
		testkit.WantFault(t, err, fault.TokenExpired)
		ann.tokens, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		must(t, err)
		if got := ann.caller().Role; got != analyst {
			t.Errorf("the role is %s", got)
		}
	})
}

func TestATokenOfADeletedUserIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		for _, table := range []string{"sessions", "mail_tokens", "known_devices"} {
			h.exec(`DELETE FROM `+table+` WHERE user_id = $1`, ann.id)
		}
		h.exec(`DELETE FROM users WHERE id = $1`, ann.id)
		_, err := ann.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.SessionRevoked)
	})
}

func TestARotationKeepsOldTokensAndSignsWithTheNextKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		before := publicKeys(t, h.JWKS())
		if len(before) != 2 {
			t.Fatalf("%d keys are published, want the active and the next", len(before))
		}
		old := h.ActiveKeyID()
		must(t, h.RotateSigningKeys(t.Context()))
		ann.caller() // not seen before, so the signature is checked
		ann.enter()
		ann.caller()
		kid := newForger(t, ann).header["kid"].(string)
		if kid == old || before[kid] == nil {
			t.Errorf("the new token is signed by %s, want the key that was next", kid)
		}
		after := publicKeys(t, h.JWKS())
		if len(after) != 3 || after[old] == nil || after[kid] == nil {
			t.Errorf("the keys after a rotation are %v", after)
		}
		h.clock.Advance(2*15*time.Minute + time.Hour + time.Second)
		must(t, h.RotateSigningKeys(t.Context()))
		if last := publicKeys(t, h.JWKS()); len(last) != 3 || last[old] != nil {
			t.Errorf("the oldest key is still published: %v", last)
		}
	})
}

func TestAReplicaThatHasNotHeardOfARotationAcceptsTheNewKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		a := newHouse(t, db)
		b := newReplica(t, db, a.ring, a.clock)
		must(t, a.RotateSigningKeys(t.Context()))
		if a.ActiveKeyID() == b.ActiveKeyID() {
			t.Fatal("the other replica has heard of the rotation")
		}
		ann := a.register("ann@example.com")
		if _, err := b.Authenticate(t.Context(), ann.tokens.AccessToken); err != nil {
			t.Errorf("the token of the next key: %v", err)
		}
		must(t, b.ReloadKeys(t.Context()))
		if a.ActiveKeyID() != b.ActiveKeyID() {
			t.Error("after reading the keys anew the replica signs with the old one")
		}
	})
}

func TestRotationsAtTheSameMomentGoOneAfterTheOther(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		counts := tally(t, h.inParallel(8, func(int) error { return h.RotateSigningKeys(t.Context()) }))
		if counts[""] != 8 {
			t.Errorf("%d of 8 rotations succeeded", counts[""])
		}
		for state, want := range map[string]int{"active": 1, "next": 1, "previous": 8} {
			if got := h.number(`SELECT COUNT(*) FROM signing_keys WHERE state = $1`, state); got != want {
				t.Errorf("%d keys are %s, want %d", got, state, want)
			}
		}
	})
}

func TestReplicasThatStartTogetherShareTheirKeys(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		ring, err := secret.New()
		must(t, err)
		replicas := make([]*house, 8)
		results := testkit.InParallel(8, func(i int) error {
			replicas[i] = buildReplica(t, db, ring, testkit.NewClock(start))
			return replicas[i].Start(t.Context())
		})
		must(t, errors.Join(results...))
		for _, one := range replicas {
			if one.ActiveKeyID() != replicas[0].ActiveKeyID() {
				t.Error("two replicas sign with different keys")
			}
		}
		other, err := secret.New()
		must(t, err)
		stranger := identity.New(identity.Options{Database: db, Keyring: other, Now: replicas[0].clock.Now})
		if err := stranger.Start(t.Context()); err == nil {
			t.Error("the service starts with a key ring that does not fit the database")
		}
	})
}

func TestAUserHasAHundredSessionsAndNewOnesEndTheOldest(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		first := *ann
		for range 99 {
			h.clock.Advance(time.Second)
			ann.enter()
		}
		first.caller()
		second := *ann
		h.clock.Advance(time.Second)
		ann.enter()
		_, err := first.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		second.caller()
		sessions, err := h.Sessions(t.Context(), ann.caller())
		must(t, err)
		if len(sessions) != 100 || sessions[0].ID != ann.caller().SessionID {
			t.Errorf("%d sessions are open", len(sessions))
		}
		bob.caller()
	})
}
