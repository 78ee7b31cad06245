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

const newPassword = "staple correct horse"

func (h *house) forget(email string) {
	h.t.Helper()
	must(h.t, h.ForgotPassword(h.t.Context(), origin, email))
	h.mailResets()
}

func TestAResetSetsThePasswordOnceAndEndsEverySession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.forget(swapCase(ann.email))
		token := h.mailed("reset_password")
		for word, want := range map[string]fault.Code{"short": fault.WeakPassword, "password": fault.WeakPassword, ann.email: fault.WeakPassword} {
			testkit.WantFault(t, h.ResetPassword(t.Context(), origin, token, word), want)
		}
		must(t, h.ResetPassword(t.Context(), origin, token, newPassword))
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, token, "another password"), fault.TokenInvalid)
		_, err := ann.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = ann.login()
		testkit.WantFault(t, err, fault.InvalidCredentials)
		result, err := h.Login(t.Context(), origin, ann.email, newPassword)
		must(t, err)
		if !result.Tokens.User.EmailVerified() {
			t.Error("who got the mail does not count as the owner of the email")
		}
		if told := h.messages("password_changed"); len(told) != 1 || told[0].Recipient != ann.email {
			t.Errorf("the user was told %v", told)
		}
	})
}

func TestAResetLinkUsedAtOnceWorksOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.forget(ann.email)
		token := h.mailed("reset_password")
		counts := tally(t, h.inParallel(10, func(int) error { return h.ResetPassword(t.Context(), origin, token, newPassword) }))
		// Those that came too late want the same password, and are told that it is set; five of them at most, as this
		// reveals something about the password.
		if counts[""] < 1 || counts[""] > 6 || counts[""]+counts[fault.TokenInvalid] != 10 {
			t.Errorf("ten uses of one link gave %v", counts)
		}
		if told := len(h.messages("password_changed")); told != 1 {
			t.Errorf("the password was set %d times", told)
		}
	})
}

func TestANewerLinkReplacesAnOlderOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.forget(ann.email)
		older := h.mailed("reset_password")
		h.forget(ann.email)
		newer := h.mailed("reset_password")
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, older, newPassword), fault.TokenInvalid)
		must(t, h.ResetPassword(t.Context(), origin, newer, newPassword))
	})
}

func TestALinkIsGoodForOnePurposeAndForItsTime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		verification := h.mailed("verify_email")
		h.forget(ann.email)
		reset := h.mailed("reset_password")
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, verification, newPassword), fault.TokenInvalid)
		testkit.WantFault(t, h.VerifyEmail(t.Context(), origin, reset), fault.TokenInvalid)
		h.clock.Advance(time.Hour)
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, reset, newPassword), fault.TokenInvalid)
		h.forget(ann.email)
		h.clock.Advance(time.Hour - time.Microsecond)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
		h.clock.Set(start.Add(48*time.Hour - time.Microsecond))
		must(t, h.VerifyEmail(t.Context(), origin, verification))
		h.clock.Advance(time.Microsecond)
		testkit.WantFault(t, h.VerifyEmail(t.Context(), origin, verification), fault.TokenInvalid)
		bob := h.register("bob@example.com")
		verification = h.mailed("verify_email")
		h.clock.Advance(48 * time.Hour)
		testkit.WantFault(t, h.VerifyEmail(t.Context(), origin, verification), fault.TokenInvalid)
		bob.enter()
		if h.Me(bob.caller()).EmailVerified() {
			t.Error("an expired link has verified an email")
		}
	})
}

func TestVerifyingAnEmailIsSeenOnTheNextRequest(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		if h.Me(ann.caller()).EmailVerified() {
			t.Fatal("a new email is verified")
		}
		older := h.mailed("verify_email")
		must(t, h.ResendVerificationMail(t.Context(), ann.caller()))
		testkit.WantFault(t, h.VerifyEmail(t.Context(), origin, older), fault.TokenInvalid)
		must(t, h.VerifyEmail(t.Context(), origin, h.mailed("verify_email")))
		if !h.Me(ann.caller()).EmailVerified() {
			t.Error("the email is not verified")
		}
		must(t, h.ResendVerificationMail(t.Context(), ann.caller()))
		if mails := len(h.messages("verify_email")); mails != 2 {
			t.Errorf("%d mails were sent, want none after the email was verified", mails)
		}
	})
}

func TestNobodyIsFloodedWithMails(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.forget("nobody@example.com")
		for range 5 {
			h.forget(ann.email)
		}
		if mails := len(h.messages("reset_password")); mails != 3 {
			t.Errorf("%d reset mails were sent", mails)
		}
		for i := range 5 {
			err := h.ResendVerificationMail(t.Context(), ann.caller())
			if i < 3 {
				must(t, err)
			} else if failure := testkit.WantFault(t, err, fault.RateLimited); failure.RetryAfter <= 0 {
				t.Error("nobody says how long to wait")
			}
		}
		if mails := len(h.messages("verify_email")); mails != 4 { // including the one of the registration
			t.Errorf("%d verification mails were sent", mails)
		}
		h.clock.Advance(15 * time.Minute)
		h.forget(ann.email)
		if mails := len(h.messages("reset_password")); mails != 4 {
			t.Errorf("after the window %d reset mails were sent", mails)
		}
		testkit.WantFault(t, h.ForgotPassword(t.Context(), origin, "not an email"), fault.ValidationError)
	})
}

func TestAChangeOfPasswordEndsTheOtherSessions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		elsewhere := *ann
		elsewhere.enter()
		h.forget(ann.email)
		link := h.mailed("reset_password")
		caller := ann.caller()
		if failure := testkit.WantFault(t, h.ChangePassword(t.Context(), caller, password, "short"), fault.WeakPassword); failure.Field != "newPassword" {
			t.Errorf("the field is %q", failure.Field)
		}
		testkit.WantFault(t, h.ChangePassword(t.Context(), caller, password, ann.email), fault.WeakPassword)
		if failure := testkit.WantFault(t, h.ChangePassword(t.Context(), caller, "wrong horse", newPassword), fault.ValidationError); failure.Field != "currentPassword" {
			t.Errorf("the field is %q", failure.Field)
		}
		elsewhere.caller()
		must(t, h.ChangePassword(t.Context(), caller, password, newPassword))
		ann.caller()
		_, err := elsewhere.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, link, password), fault.TokenInvalid) // it was requested before
		_, err = ann.login()
		testkit.WantFault(t, err, fault.InvalidCredentials)
		_, err = h.Login(t.Context(), origin, ann.email, newPassword)
		must(t, err)
	})
}

func TestTheOldPasswordChangesThePasswordOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller := h.register("ann@example.com").caller()
		counts := tally(t, h.inParallel(4, func(int) error { return h.ChangePassword(t.Context(), caller, password, newPassword) }))
		if counts[""] != 1 || counts[fault.ValidationError] != 3 {
			t.Errorf("four changes at once gave %v", counts)
		}
	})
}

func TestAStolenSessionCannotGuessThePassword(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		counts := tally(t, h.inParallel(10, func(i int) error {
			if i%2 == 0 {
				return h.ChangePassword(t.Context(), caller, "wrong horse", newPassword)
			}
			_, err := h.Reauthenticate(t.Context(), caller, "wrong horse", "")
			return err
		}))
		if counts[fault.ValidationError] != 5 || counts[fault.AccountLocked] != 5 {
			t.Errorf("ten guesses gave %v", counts)
		}
		_, err := h.Reauthenticate(t.Context(), caller, password, "")
		if failure := testkit.WantFault(t, err, fault.AccountLocked); failure.RetryAfter != 15*time.Minute {
			t.Errorf("to wait: %v", failure.RetryAfter)
		}
		_, err = ann.login() // counted separately: the thief does not lock the owner out
		must(t, err)
	})
}

// A hash takes 19 MiB and much of a processor: a locked client must not be able to make us compute more.
func TestWhoIsLockedOutCostsNoHash(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller, hashes := h.register("ann@example.com").caller(), h.CountHashes()
		for range 5 {
			testkit.WantFault(t, h.ChangePassword(t.Context(), caller, "wrong horse", newPassword), fault.ValidationError)
		}
		if made := len(hashes()); made != 5 {
			t.Errorf("five wrong guesses cost %d hashes", made)
		}
		testkit.WantFault(t, h.ChangePassword(t.Context(), caller, password, newPassword), fault.AccountLocked)
		_, err := h.Reauthenticate(t.Context(), caller, password, "")
		testkit.WantFault(t, err, fault.AccountLocked)
		if made := len(hashes()); made != 0 {
			t.Errorf("who is locked out costs %d hashes", made)
		}
	})
}

func TestWhatNeedsARecentLoginIsOpenForFifteenMinutes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		h.clock.Advance(15 * time.Minute)
		_, err := h.BackupCodes(t.Context(), caller)
		must(t, err)
		h.clock.Advance(time.Microsecond)
		_, err = h.BackupCodes(t.Context(), caller)
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.SetupTwoFactor(t.Context(), caller)
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.VerifyTwoFactor(t.Context(), caller, "000000")
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.ReplaceBackupCodes(t.Context(), caller)
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
		testkit.WantFault(t, h.DisableTwoFactor(t.Context(), caller, "000000"), fault.ReauthenticationRequired)
		ann.tokens, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		must(t, err)
		_, err = h.BackupCodes(t.Context(), ann.caller())
		testkit.WantFault(t, err, fault.ReauthenticationRequired) // a refresh proves no password
		_, err = h.Reauthenticate(t.Context(), ann.caller(), "wrong horse", "")
		testkit.WantFault(t, err, fault.ValidationError)
		tokens, err := h.Reauthenticate(t.Context(), ann.caller(), password, "")
		must(t, err)
		_, err = h.BackupCodes(t.Context(), ann.caller()) // even with the old token: the session counts
		must(t, err)
		again, err := h.Authenticate(t.Context(), tokens.AccessToken)
		must(t, err)
		if !again.AuthenticatedAt.Equal(h.clock.Now()) || again.SessionID != caller.SessionID {
			t.Errorf("the caller is %+v", again)
		}
		must(t, h.Logout(t.Context(), again, identity.LogoutLocal))
		_, err = h.Reauthenticate(t.Context(), again, password, "")
		testkit.WantFault(t, err, fault.SessionRevoked)
	})
}
