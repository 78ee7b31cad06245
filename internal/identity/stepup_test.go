package identity_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// wantStepUp checks that nothing about the second factor can be read or changed in the person's session.
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

		listed, err := h.BackupCodes(t.Context(), ann.caller()) // the session that turned it on has just shown a code
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
		_, err = ann.complete(ann.challenge(), h.wrongCode(key)) // who is not in yet is told to log in
		testkit.WantFault(t, err, fault.Invalid2FACode)
		_, err = h.Login(t.Context(), origin, ann.email, "wrong horse")
		testkit.WantFault(t, err, fault.InvalidCredentials)
	})
}
