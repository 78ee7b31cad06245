package identity_test

import (
	"net/url"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func (p *person) complete(challenge, code string) (identity.Tokens, error) {
	return p.h.CompleteLogin(p.h.t.Context(), origin, challenge, code)
}

func TestTheSecondFactorIsAskedForOnceItIsOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		_, err := h.VerifyTwoFactor(t.Context(), ann.caller(), "000000")
		testkit.WantFault(t, err, fault.Conflict) // no set-up was begun
		setup, err := h.SetupTwoFactor(t.Context(), ann.caller())
		must(t, err)
		link, err := url.Parse(setup.OTPAuthURL)
		must(t, err)
		if link.Scheme != "otpauth" || link.Host != "totp" || link.Path != "/Bourse:ann@example.com" ||
			link.Query().Get("secret") != setup.Secret || link.Query().Get("issuer") != "Bourse" {
			t.Errorf("the link is %s", link)
		}
		result, err := ann.login()
		must(t, err)
		if result.Challenge != nil {
			t.Error("a set-up that was only begun asks for codes")
		}
		_, err = h.VerifyTwoFactor(t.Context(), ann.caller(), h.wrongCode(setup.Secret))
		testkit.WantFault(t, err, fault.InvalidOTP)
		codes, err := h.VerifyTwoFactor(t.Context(), ann.caller(), h.code(setup.Secret, 0))
		must(t, err)
		if len(codes) != 10 || !h.Me(ann.caller()).TwoFactorEnabled() {
			t.Errorf("there are %d backup codes", len(codes))
		}
		_, err = h.SetupTwoFactor(t.Context(), ann.caller())
		testkit.WantFault(t, err, fault.Conflict)
		_, err = h.VerifyTwoFactor(t.Context(), ann.caller(), h.code(setup.Secret, 1))
		testkit.WantFault(t, err, fault.Conflict)
		result, err = ann.login()
		must(t, err)
		if result.Challenge == nil || result.Tokens != (identity.Tokens{}) || result.Challenge.ExpiresIn != 5*time.Minute {
			t.Fatalf("the log-in gave %+v", result)
		}
		_, err = ann.complete(result.Challenge.Token, h.code(setup.Secret, 0))
		testkit.WantFault(t, err, fault.Invalid2FACode) // its step was used to turn the factor on
		h.clock.Advance(30 * time.Second)
		ann.tokens, err = ann.complete(result.Challenge.Token, h.code(setup.Secret, 0))
		must(t, err)
		if aal := newForger(t, ann).claims["aal"]; aal != "2" {
			t.Errorf("the assurance is %v", aal)
		}
	})
}

func TestACodeIsAcceptedOneStepOffAndOnlyOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		key, _ := ann.enableTwoFactor()
		h.clock.Advance(time.Hour)
		challenges := []string{ann.challenge(), ann.challenge(), ann.challenge(), ann.challenge()}
		// The order matters, as a step invalidates all earlier ones.
		for i, c := range []struct {
			steps int
			right bool
		}{{-2, false}, {2, false}, {-1, true}, {-1, false}, {0, true}, {0, false}, {-1, false}, {1, true}} {
			_, err := ann.complete(challenges[0], h.code(key, c.steps))
			if c.right {
				must(t, err)
				challenges = challenges[1:]
			} else {
				testkit.WantFault(t, err, fault.Invalid2FACode)
			}
			if t.Failed() {
				t.Fatalf("at try %d", i)
			}
		}
	})
}

func TestTheCodesOfRFC6238AreTheOnesThatCount(t *testing.T) {
	t.Parallel()
	key := []byte("12345678901234567890")
	table := []struct {
		at   int64
		code string // the last six of the RFC's eight digits
	}{{59, "287082"}, {1111111109, "081804"}, {1111111111, "050471"}, {1234567890, "005924"}, {2000000000, "279037"}}
	for _, row := range table {
		step, ok := identity.MatchingStep(key, row.code, time.Unix(row.at, 0), 0)
		if !ok || step != row.at/30 {
			t.Errorf("at %d the code %s belongs to step %d (%v)", row.at, row.code, step, ok)
		}
	}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.clock.Set(time.Unix(0, 0).UTC())
		ann := h.register("ann@example.com")
		must(t, h.EnableTwoFactorWith(t.Context(), ann.id, key))
		for _, row := range table {
			h.clock.Set(time.Unix(row.at, 0).UTC())
			_, err := ann.complete(ann.challenge(), row.code)
			must(t, err)
		}
	})
}

func TestABurstOfWrongCodesOverManyChallengesIsStopped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		key, backup := ann.enableTwoFactor()
		challenges := make([]string, 5)
		for i := range challenges {
			challenges[i] = ann.challenge()
		}
		wrong := h.wrongCode(key)
		counts := tally(t, h.inParallel(50, func(i int) error {
			_, err := ann.complete(challenges[i%5], wrong)
			return err
		}))
		if counts[fault.Invalid2FACode] != 5 || counts[fault.OTPAttemptsExceeded] != 45 {
			t.Errorf("fifty wrong codes gave %v", counts)
		}
		for _, right := range []string{h.code(key, 0), backup[0]} {
			_, err := ann.complete(challenges[0], right)
			if failure := testkit.WantFault(t, err, fault.OTPAttemptsExceeded); failure.RetryAfter != 15*time.Minute {
				t.Errorf("to wait: %v", failure.RetryAfter)
			}
		}
		h.clock.Advance(15*time.Minute - time.Second)
		_, err := ann.complete(ann.challenge(), h.code(key, 0))
		testkit.WantFault(t, err, fault.OTPAttemptsExceeded)
		h.clock.Advance(time.Second)
		_, err = ann.complete(ann.challenge(), h.code(key, 0))
		must(t, err)
	})
}

func TestOneBackupCodeOpensOneSession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		_, backup := ann.enableTwoFactor()
		challenges := make([]string, 20)
		for i := range challenges {
			challenges[i] = ann.challenge()
		}
		counts := tally(t, h.inParallel(20, func(i int) error {
			_, err := ann.complete(challenges[i], backup[3])
			return err
		}))
		if counts[""] != 1 || counts[fault.Invalid2FACode]+counts[fault.OTPAttemptsExceeded] != 19 {
			t.Errorf("twenty uses of one backup code gave %v", counts)
		}
		if sessions := h.openSessions(ann.id); sessions != 2 { // including the one of the registration
			t.Errorf("there are %d sessions", sessions)
		}
		left, err := h.BackupCodes(t.Context(), ann.caller())
		must(t, err)
		if len(left) != 9 {
			t.Errorf("%d codes are left", len(left))
		}
	})
}

func TestOneChallengeOpensOneSession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		_, backup := ann.enableTwoFactor()
		challenge := ann.challenge()
		counts := tally(t, h.inParallel(8, func(i int) error {
			_, err := ann.complete(challenge, backup[i]) // each with another valid code
			return err
		}))
		if counts[""] != 1 || counts[fault.TokenInvalid] != 7 {
			t.Errorf("eight uses of one challenge gave %v", counts)
		}
		left, err := h.BackupCodes(t.Context(), ann.caller())
		must(t, err)
		if len(left) != 9 || h.openSessions(ann.id) != 2 {
			t.Errorf("%d codes are left and %d sessions open", len(left), h.openSessions(ann.id))
		}
	})
}

func TestAChallengeLivesForFiveMinutes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		key, _ := ann.enableTwoFactor()
		first := ann.challenge()
		h.clock.Advance(5*time.Minute - time.Microsecond)
		second := ann.challenge()
		_, err := ann.complete(first, h.code(key, 0))
		must(t, err)
		h.clock.Advance(5 * time.Minute)
		_, err = ann.complete(second, h.code(key, 0))
		if failure := testkit.WantFault(t, err, fault.TokenInvalid); failure.Field != "challengeToken" {
			t.Errorf("the field is %q", failure.Field)
		}
		for _, invented := range []string{"", "bch_", ann.tokens.AccessToken} {
			_, err = ann.complete(invented, h.code(key, 0))
			testkit.WantFault(t, err, fault.TokenInvalid)
		}
	})
}

func TestAChallengeEndsWhenThePasswordOrTheFactorDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		key, backup := ann.enableTwoFactor()
		challenge := ann.challenge()
		must(t, h.ChangePassword(t.Context(), ann.caller(), password, newPassword))
		_, err := ann.complete(challenge, backup[0])
		testkit.WantFault(t, err, fault.TokenInvalid)
		must(t, h.ChangePassword(t.Context(), ann.caller(), newPassword, password))
		challenge = ann.challenge()
		must(t, h.DisableTwoFactor(t.Context(), ann.caller(), h.code(key, 0)))
		_, err = ann.complete(challenge, h.code(key, 1))
		testkit.WantFault(t, err, fault.TokenInvalid)
		result, err := ann.login()
		must(t, err)
		if result.Challenge != nil {
			t.Error("the second factor is off and still asked for")
		}
	})
}

func TestASuspendedUserCannotCompleteALogin(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, boss := h.register("ann@example.com"), h.employ("boss@example.com", identity.RoleAdmin, "")
		key, _ := ann.enableTwoFactor()
		challenge := ann.challenge()
		yes := true
		_, err := h.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
		must(t, err)
		_, err = ann.complete(challenge, h.code(key, 0))
		testkit.WantFault(t, err, fault.TokenInvalid) // the suspension has ended the challenge
		_, err = ann.login()
		testkit.WantFault(t, err, fault.AccountSuspended)
	})
}

func TestReauthenticatingNeedsTheSecondFactorToo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		key, _ := ann.enableTwoFactor()
		_, err := h.Reauthenticate(t.Context(), ann.caller(), password, "")
		if failure := testkit.WantFault(t, err, fault.ValidationError); failure.Field != "code" {
			t.Errorf("the field is %q", failure.Field)
		}
		_, err = h.Reauthenticate(t.Context(), ann.caller(), password, h.wrongCode(key))
		testkit.WantFault(t, err, fault.InvalidOTP)
		_, err = h.Reauthenticate(t.Context(), ann.caller(), password, h.code(key, 0))
		must(t, err)
		_, err = h.Reauthenticate(t.Context(), ann.caller(), password, h.code(key, 0))
		testkit.WantFault(t, err, fault.InvalidOTP) // each step is accepted once, whatever it is used for
	})
}
