package identity_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

const newPassword = "staple correct horse"

func (h *house) forget(email string) {
	h.t.Helper()
	must(h.t, h.ForgotPassword(h.t.Context(), origin, email))
}

func TestAResetSetsThePasswordOnceAndEndsEverySession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.forget(swapCase(ann.email))
		token := h.mailed("reset_password")
		for word, want := range map[string]fault.Code{"short": fault.WeakPassword, "password": fault.WeakPassword, ann.email: fault.WeakPassword} {
			wantFault(t, h.ResetPassword(t.Context(), origin, token, word), want)
		}
		must(t, h.ResetPassword(t.Context(), origin, token, newPassword))
		wantFault(t, h.ResetPassword(t.Context(), origin, token, "another password"), fault.TokenInvalid)
		_, err := ann.authenticate()
		wantFault(t, err, fault.SessionRevoked)
		_, err = ann.login()
		wantFault(t, err, fault.InvalidCredentials)
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
		// Those that came too late have the same wish, and hear that it is fulfilled; five of them, as that
		// tells something about the password.
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
		wantFault(t, h.ResetPassword(t.Context(), origin, older, newPassword), fault.TokenInvalid)
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
		wantFault(t, h.ResetPassword(t.Context(), origin, verification, newPassword), fault.TokenInvalid)
		wantFault(t, h.VerifyEmail(t.Context(), origin, reset), fault.TokenInvalid)
		h.clock.advance(time.Hour)
		wantFault(t, h.ResetPassword(t.Context(), origin, reset, newPassword), fault.TokenInvalid)
		h.forget(ann.email)
		h.clock.advance(time.Hour - time.Microsecond)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
		h.clock.set(start.Add(48*time.Hour - time.Microsecond))
		must(t, h.VerifyEmail(t.Context(), origin, verification))
		h.clock.advance(time.Microsecond)
		wantFault(t, h.VerifyEmail(t.Context(), origin, verification), fault.TokenInvalid)
		bob := h.register("bob@example.com")
		verification = h.mailed("verify_email")
		h.clock.advance(48 * time.Hour)
		wantFault(t, h.VerifyEmail(t.Context(), origin, verification), fault.TokenInvalid)
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
		wantFault(t, h.VerifyEmail(t.Context(), origin, older), fault.TokenInvalid)
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
			} else if failure := wantFault(t, err, fault.RateLimited); failure.RetryAfter <= 0 {
				t.Error("nobody says how long to wait")
			}
		}
		if mails := len(h.messages("verify_email")); mails != 4 { // with the one of the registration
			t.Errorf("%d verification mails were sent", mails)
		}
		h.clock.advance(15 * time.Minute)
		h.forget(ann.email)
		if mails := len(h.messages("reset_password")); mails != 4 {
			t.Errorf("after the window %d reset mails were sent", mails)
		}
		wantFault(t, h.ForgotPassword(t.Context(), origin, "not an email"), fault.ValidationError)
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
		if failure := wantFault(t, h.ChangePassword(t.Context(), caller, password, "short"), fault.WeakPassword); failure.Field != "newPassword" {
			t.Errorf("the field is %q", failure.Field)
		}
		wantFault(t, h.ChangePassword(t.Context(), caller, password, ann.email), fault.WeakPassword)
		if failure := wantFault(t, h.ChangePassword(t.Context(), caller, "wrong horse", newPassword), fault.ValidationError); failure.Field != "currentPassword" {
			t.Errorf("the field is %q", failure.Field)
		}
		elsewhere.caller()
		must(t, h.ChangePassword(t.Context(), caller, password, newPassword))
		ann.caller()
		_, err := elsewhere.authenticate()
		wantFault(t, err, fault.SessionRevoked)
		wantFault(t, h.ResetPassword(t.Context(), origin, link, password), fault.TokenInvalid) // it was asked for before
		_, err = ann.login()
		wantFault(t, err, fault.InvalidCredentials)
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
		if failure := wantFault(t, err, fault.AccountLocked); failure.RetryAfter != 15*time.Minute {
			t.Errorf("to wait: %v", failure.RetryAfter)
		}
		_, err = ann.login() // counted apart: the thief does not lock the owner out
		must(t, err)
	})
}

func TestWhatNeedsARecentLoginIsOpenForFifteenMinutes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		caller := ann.caller()
		h.clock.advance(15 * time.Minute)
		_, err := h.BackupCodes(t.Context(), caller)
		must(t, err)
		h.clock.advance(time.Microsecond)
		_, err = h.BackupCodes(t.Context(), caller)
		wantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.SetupTwoFactor(t.Context(), caller)
		wantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.VerifyTwoFactor(t.Context(), caller, "000000")
		wantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.ReplaceBackupCodes(t.Context(), caller)
		wantFault(t, err, fault.ReauthenticationRequired)
		wantFault(t, h.DisableTwoFactor(t.Context(), caller, "000000"), fault.ReauthenticationRequired)
		ann.tokens, err = h.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
		must(t, err)
		_, err = h.BackupCodes(t.Context(), ann.caller())
		wantFault(t, err, fault.ReauthenticationRequired) // a refresh shows no password
		_, err = h.Reauthenticate(t.Context(), ann.caller(), "wrong horse", "")
		wantFault(t, err, fault.ValidationError)
		tokens, err := h.Reauthenticate(t.Context(), ann.caller(), password, "")
		must(t, err)
		_, err = h.BackupCodes(t.Context(), ann.caller()) // with the old token too: it is the session that counts
		must(t, err)
		again, err := h.Authenticate(t.Context(), tokens.AccessToken)
		must(t, err)
		if !again.AuthenticatedAt.Equal(h.clock.now()) || again.SessionID != caller.SessionID {
			t.Errorf("the caller is %+v", again)
		}
		must(t, h.Logout(t.Context(), again, identity.LogoutLocal))
		_, err = h.Reauthenticate(t.Context(), again, password, "")
		wantFault(t, err, fault.SessionRevoked)
	})
}
