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

// guessSlowly types five wrong codes with a challenge of its own, the given number of times, a quarter of an hour
// apart.
func (p *person) guessSlowly(key string, times int) {
	p.h.t.Helper()
	for range times {
		challenge := p.challenge()
		for range 5 {
			_, err := p.complete(challenge, p.h.wrongCode(key))
			testkit.WantFault(p.h.t, err, fault.Invalid2FACode)
		}
		p.h.clock.Advance(15 * time.Minute)
	}
}

// whoGuesses returns a user with a passkey and a second factor whose password somebody else knows.
func whoGuesses(t *testing.T, h *house) (ann *person, phone *device, key string) {
	t.Helper()
	ann, phone, _ = passkeyHouse(t, h)
	key, _ = ann.enableTwoFactor()
	return ann, phone, key
}

func TestWhoKnowsThePasswordAndGuessesSlowlyTypesTwentyWrongCodesADay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, phone, key := whoGuesses(t, h)
		began := h.clock.Now()
		ann.guessSlowly(key, 2)
		_, err := ann.complete(ann.challenge(), h.code(key, 0)) // the owner logs in meanwhile, which resets nothing
		must(t, err)
		ann.guessSlowly(key, 2)
		for range 2 { // a new challenge brings no new budget
			_, err = ann.complete(ann.challenge(), h.code(key, 0))
			if failure := testkit.WantFault(t, err, fault.OTPAttemptsExceeded); failure.RetryAfter != began.Add(24*time.Hour).Sub(h.clock.Now()) {
				t.Errorf("to wait: %v", failure.RetryAfter)
			}
		}
		if told := h.mailsTo("second_factor_failed", ann.email); told != 1 {
			t.Errorf("the owner was told %d times", told)
		}
		_, err = h.enterWith(phone) // which nobody can guess
		must(t, err)
		h.clock.Set(began.Add(24 * time.Hour))
		_, err = ann.complete(ann.challenge(), h.code(key, 0))
		must(t, err)
		ann.guessSlowly(key, 1)
		if told := h.mailsTo("second_factor_failed", ann.email); told != 2 {
			t.Errorf("the owner was told %d times in two days", told)
		}
	})
}

func TestWhoSetsANewPasswordMayTypeCodesAgainOnceADay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, _, key := whoGuesses(t, h)
		ann.guessSlowly(key, 4)
		enter := func(newPassword string) error {
			h.forget(ann.email)
			must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
			result, err := h.Login(t.Context(), origin, ann.email, newPassword)
			must(t, err)
			_, err = ann.complete(result.Challenge.Token, h.code(key, 0))
			return err
		}
		must(t, enter(newPassword))
		h.clock.Advance(15 * time.Minute)
		must(t, enter(password)) // nobody has guessed with this password since: nothing is reset
		h.clock.Advance(15 * time.Minute)
		ann.guessSlowly(key, 4)
		testkit.WantFault(t, enter(newPassword), fault.OTPAttemptsExceeded)
	})
}

func TestASessionTypesTwentyWrongCodesADayAndTheLogInIsNotInIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, _, key := whoGuesses(t, h)
		again := func(code string) error {
			_, err := h.Reauthenticate(t.Context(), h.freshCaller(ann), password, code)
			return err
		}
		for range 4 {
			for range 5 {
				testkit.WantFault(t, again(h.wrongCode(key)), fault.InvalidOTP)
			}
			h.clock.Advance(15 * time.Minute)
		}
		testkit.WantFault(t, again(h.code(key, 0)), fault.OTPAttemptsExceeded)
		if told := len(h.messages("second_factor_failed")); told != 0 {
			t.Errorf("%d mails about the codes of a session", told)
		}
		_, err := ann.complete(ann.challenge(), h.code(key, 0))
		must(t, err)
	})
}

// The mail about a wrong code says to change the password at once, which takes a recent log-in.
func TestAGuesserAtLogInDoesNotKeepASessionFromProvingItself(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, _, key := whoGuesses(t, h)
		h.clock.Advance(time.Hour)
		for range 5 {
			_, err := ann.complete(ann.challenge(), h.wrongCode(key))
			testkit.WantFault(t, err, fault.Invalid2FACode)
		}
		_, err := ann.complete(ann.challenge(), h.code(key, 0))
		testkit.WantFault(t, err, fault.OTPAttemptsExceeded)
		session := h.freshCaller(ann)
		_, err = h.Reauthenticate(t.Context(), session, password, h.code(key, 0))
		must(t, err)
		must(t, h.ChangePassword(t.Context(), session, password, newPassword))
	})
}

func TestTheTwentyWrongCodesOfADayHoldOnAllReplicasTogether(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, _, key := whoGuesses(t, h)
		ann.guessSlowly(key, 3)
		challenge, wrong := ann.challenge(), h.wrongCode(key)
		for range 2 {
			_, err := ann.complete(challenge, wrong)
			testkit.WantFault(t, err, fault.Invalid2FACode)
		}
		h.clock.Advance(15 * time.Minute)
		replicas := []*house{h, newReplica(t, db, h.ring, h.clock)}
		challenges := []string{ann.challenge(), ann.challenge()}
		counts := tally(t, h.inParallel(20, func(i int) error {
			_, err := replicas[i%2].CompleteLogin(t.Context(), origin, challenges[i/2%2], wrong)
			return err
		}))
		if counts[fault.Invalid2FACode] != 3 || counts[fault.OTPAttemptsExceeded] != 17 {
			t.Errorf("twenty wrong codes with three left gave %v", counts)
		}
	})
}

func TestWhoSetsASecondFactorUpIsNotHeldUpByTheCodesOfADay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com")
		var setup identity.TwoFactorSetup
		for range 5 {
			var err error
			ann.enter()
			setup, err = h.SetupTwoFactor(t.Context(), ann.caller())
			must(t, err)
			for range 5 {
				_, err = h.VerifyTwoFactor(t.Context(), ann.caller(), h.wrongCode(setup.Secret))
				testkit.WantFault(t, err, fault.InvalidOTP)
			}
			h.clock.Advance(15 * time.Minute)
		}
		ann.enter()
		_, err := h.VerifyTwoFactor(t.Context(), ann.caller(), h.code(setup.Secret, 0))
		must(t, err)
	})
}
