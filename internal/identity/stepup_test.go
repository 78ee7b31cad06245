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

// wantStepUp checks that the person's session can neither read nor change anything about the second factor.
func (p *person) wantStepUp(t *testing.T, when, code string) {
	t.Helper()
	h, caller := p.h, p.caller()
	_, read := h.BackupCodes(t.Context(), caller)
	_, replaced := h.ReplaceBackupCodes(t.Context(), caller)
	_, setUp := h.SetupTwoFactor(t.Context(), caller)
	for what, err := range map[string]error{
		"reading the codes": read, "a new set": replaced, "setting up": setUp,
		"the edge":       caller.RequireRecentLogin(h.clock.Now()),
		"turning it off": h.DisableTwoFactor(t.Context(), caller, code),
	} {
		if !fault.Is(err, fault.ReauthenticationRequired) {
			t.Errorf("%s, %s: %v", when, what, err)
		}
	}
}

func TestASessionThatNeverShowedTheSecondFactorHasToShowItFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		old := *ann
		old.enter() // a session that is older than the second factor
		key, codes := ann.enableTwoFactor()

		listed, err := h.BackupCodes(t.Context(), ann.caller()) // the session that turned it on has just given a code
		must(t, err)
		if len(listed) != len(codes) {
			t.Errorf("%d codes are listed, want %d", len(listed), len(codes))
		}
		old.wantStepUp(t, "with a session older than the factor", h.code(key, 0))
		if left := h.number(`SELECT COUNT(*) FROM backup_codes WHERE used_at IS NULL`); left != len(codes) {
			t.Errorf("%d codes are left, want %d", left, len(codes))
		}
		_, err = h.Reauthenticate(t.Context(), old.caller(), password, "")
		testkit.WantFault(t, err, fault.ValidationError)
		tokens, err := h.Reauthenticate(t.Context(), old.caller(), password, h.code(key, 0))
		must(t, err)
		old.tokens = tokens
		if aal := newForger(t, &old).claims["aal"]; aal != "2" {
			t.Errorf("after showing the code the token says aal %v", aal)
		}
		_, err = h.BackupCodes(t.Context(), old.caller())
		must(t, err)
		h.clock.Advance(14 * time.Minute)
		_, err = h.ReplaceBackupCodes(t.Context(), old.caller())
		must(t, err)
		caller := old.caller()
		h.clock.Advance(time.Minute + time.Microsecond)
		_, err = h.ReplaceBackupCodes(t.Context(), caller)
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
	})
}

func TestANewSecondFactorIsShownAnewByEverySession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		key, _ := ann.enableTwoFactor()
		other := *ann
		tokens, err := other.complete(other.challenge(), h.code(key, 0))
		must(t, err)
		other.tokens = tokens
		h.clock.Advance(30 * time.Second)
		must(t, h.DisableTwoFactor(t.Context(), ann.caller(), h.code(key, 0)))
		key, _ = ann.enableTwoFactor()
		other.wantStepUp(t, "with a session that knew the factor before this one", h.code(key, 0))
	})
}

func TestWhatALoggedInUserTypesWrongIsNoReasonToLogInAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		setup, err := h.SetupTwoFactor(t.Context(), ann.caller())
		must(t, err)
		_, err = h.VerifyTwoFactor(t.Context(), ann.caller(), h.wrongCode(setup.Secret))
		testkit.WantFault(t, err, fault.InvalidOTP, "code")
		key, _ := ann.enableTwoFactor()
		testkit.WantFault(t, h.DisableTwoFactor(t.Context(), ann.caller(), h.wrongCode(key)), fault.InvalidOTP, "code")
		_, err = h.Reauthenticate(t.Context(), ann.caller(), password, h.wrongCode(key))
		testkit.WantFault(t, err, fault.InvalidOTP, "code")
		_, err = h.Reauthenticate(t.Context(), ann.caller(), "wrong horse", h.code(key, 0))
		testkit.WantFault(t, err, fault.ValidationError, "password")
		testkit.WantFault(t, h.ChangePassword(t.Context(), ann.caller(), "wrong horse", newPassword), fault.ValidationError, "currentPassword")
		_, err = ann.complete(ann.challenge(), h.wrongCode(key)) // a user who is not logged in is told to log in
		testkit.WantFault(t, err, fault.Invalid2FACode)
		_, err = h.Login(t.Context(), origin, ann.email, "wrong horse")
		testkit.WantFault(t, err, fault.InvalidCredentials)
	})
}

// goOn returns the caller of the person's session, however much time has passed.
func (p *person) goOn() identity.Caller {
	p.h.t.Helper()
	tokens, err := p.refresh(p.tokens.RefreshToken)
	must(p.h.t, err)
	p.tokens = tokens
	return p.caller()
}

func (p *person) setPhone(number string) error {
	if err := p.h.SendPhoneCode(p.h.t.Context(), p.goOn(), number); err != nil {
		return err
	}
	return p.h.VerifyPhone(p.h.t.Context(), p.goOn(), p.h.texted())
}

// The holder of a stolen session may also know the password, or have a phone of their own.
func TestThePasswordAndThePhoneChangeAfterARecentLoginWhileTheSecondFactorIsOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const longAgo, otherPhone = 16 * time.Minute, "+41446681801"
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com")
		must(t, ann.setPhone("+41446681802"))
		h.clock.Advance(longAgo)
		must(t, ann.setPhone(phone)) // there is no second factor yet
		must(t, h.ChangePassword(t.Context(), ann.goOn(), password, newPassword))
		must(t, h.ChangePassword(t.Context(), ann.goOn(), newPassword, password))
		_, err := h.Reauthenticate(t.Context(), ann.goOn(), password, "")
		must(t, err)
		key, _ := ann.enableTwoFactor()
		must(t, h.ChangePassword(t.Context(), ann.goOn(), password, newPassword)) // it has just given the factor
		must(t, h.ChangePassword(t.Context(), ann.goOn(), newPassword, password))
		h.clock.Advance(12 * time.Minute)
		must(t, h.SendPhoneCode(t.Context(), ann.goOn(), otherPhone))
		h.clock.Advance(4 * time.Minute)

		texts, changed := len(h.messages("phone_code")), len(h.messages("password_changed"))
		for _, present := range []string{password, "a guess"} { // the answer does not reveal which one is right
			testkit.WantFault(t, h.ChangePassword(t.Context(), ann.goOn(), present, newPassword), fault.ReauthenticationRequired)
		}
		testkit.WantFault(t, h.VerifyPhone(t.Context(), ann.goOn(), h.texted()), fault.ReauthenticationRequired)
		testkit.WantFault(t, h.SendPhoneCode(t.Context(), ann.goOn(), otherPhone), fault.ReauthenticationRequired)
		if h.Me(ann.goOn()).Phone != phone || len(h.messages("phone_code")) != texts || len(h.messages("password_changed")) != changed {
			t.Error("something has changed")
		}
		must(t, ann.setPhone(phone)) // the one that is already verified

		_, err = h.Reauthenticate(t.Context(), ann.goOn(), password, h.code(key, 0))
		must(t, err)
		h.clock.Advance(time.Minute)
		must(t, ann.setPhone(otherPhone))
		must(t, h.ChangePassword(t.Context(), ann.goOn(), password, newPassword))
	})
}
