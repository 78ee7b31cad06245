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

// squat does what a stranger would do with somebody else's email: it registers the email and protects the account
// against its owner.
func (h *house) squat(email string) (stranger *person, backupCodes []string) {
	h.t.Helper()
	stranger = h.register(email)
	return stranger, stranger.protect()
}

// protect verifies a phone and turns the second factor on.
func (p *person) protect() (backupCodes []string) {
	p.h.t.Helper()
	must(p.h.t, p.h.SendPhoneCode(p.h.t.Context(), p.caller(), phone))
	must(p.h.t, p.h.VerifyPhone(p.h.t.Context(), p.caller(), p.h.texted()))
	_, backupCodes = p.enableTwoFactor()
	return backupCodes
}

func TestAResetGivesAnEmailThatWasNeverVerifiedToItsOwner(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		stranger, codes := h.squat("owner@example.com")
		challenge := stranger.challenge()
		h.forget(stranger.email)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))

		result, err := h.Login(t.Context(), origin, stranger.email, newPassword)
		must(t, err)
		if result.Challenge != nil {
			t.Fatal("the owner is asked for the stranger's second factor")
		}
		owner := &person{h, stranger.id, stranger.email, result.Tokens}
		me := h.Me(owner.caller())
		if me.Phone != "" || !me.PhoneVerifiedAt.IsZero() || me.TwoFactorEnabled() || !me.EmailVerified() {
			t.Errorf("the account is %+v", me)
		}
		_, err = stranger.authenticate()
		testkit.WantFault(t, err, fault.SessionRevoked)
		_, err = stranger.complete(challenge, codes[0])
		testkit.WantFault(t, err, fault.TokenInvalid)
		for _, table := range []string{"backup_codes", "phone_codes", "login_challenges"} {
			if left := h.number(`SELECT COUNT(*) FROM ` + table); left != 0 {
				t.Errorf("%d rows of %s are left", left, table)
			}
		}
		owner.enableTwoFactor() // the owner's own factor
		owner.challengeWith(newPassword)
	})
}

func TestAResetGivesAnEmailThatWasNeverVerifiedToItsOwnerWithoutTheStrangersKeys(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		stranger := h.register("owner@example.com")
		_, text := stranger.newKey()
		if _, err := h.Authenticate(t.Context(), text); err != nil { // so that it is cached
			t.Fatal(err)
		}
		h.forget(stranger.email)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
		_, err := h.Authenticate(t.Context(), text)
		testkit.WantFault(t, err, fault.Unauthorized)
		if told := h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'api_key.revoked' AND details LIKE '%first time%'`); told != 1 {
			t.Errorf("%d entries of the audit log tell why the key has ended", told)
		}

		result, err := h.Login(t.Context(), origin, stranger.email, newPassword)
		must(t, err)
		owner := &person{h, stranger.id, stranger.email, result.Tokens}
		_, own := owner.newKey()
		h.forget(owner.email) // from now on the email is proved to be the owner's
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), password))
		if _, err := h.Authenticate(t.Context(), own); err != nil {
			t.Errorf("the owner's key ends with a reset of their own: %v", err)
		}
	})
}

func TestAResetTakesOffWhatWasSetUpBeforeTheEmailWasVerified(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		stranger, _ := h.squat("owner@example.com")
		device := newDevice(t)
		stranger.addPasskey(device, "Mine")
		_, early := stranger.newKey()
		h.clock.Advance(time.Minute)
		must(t, h.VerifyEmail(t.Context(), origin, h.mailed("verify_email"))) // by the owner, who is unaware
		h.clock.Advance(time.Minute)
		_, late := stranger.newKey()
		h.forget(stranger.email)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))

		result, err := h.Login(t.Context(), origin, stranger.email, newPassword)
		must(t, err)
		if result.Challenge != nil {
			t.Fatal("the owner is asked for the stranger's second factor")
		}
		owner := &person{h, stranger.id, stranger.email, result.Tokens}
		if me := h.Me(owner.caller()); me.Phone != "" || !me.PhoneVerifiedAt.IsZero() || me.TwoFactorEnabled() {
			t.Errorf("the account is %+v", me)
		}
		_, err = h.enterWith(device)
		testkit.WantFault(t, err, fault.InvalidCredentials)
		_, err = h.Authenticate(t.Context(), early)
		testkit.WantFault(t, err, fault.Unauthorized)
		if _, err := h.Authenticate(t.Context(), late); err != nil {
			t.Errorf("a key of after the proof: %v", err)
		}
		if left := h.number(`SELECT COUNT(*) FROM backup_codes`); left != 0 {
			t.Errorf("%d backup codes are left", left)
		}
		if told := h.mailsTo("two_factor_disabled", owner.email); told != 1 {
			t.Errorf("the owner was told %d times that the second factor is off", told)
		}
		if told := h.number(`SELECT COUNT(*) FROM audit_log WHERE details LIKE '%set up before the email was verified%'
			AND action IN ('two_factor.disabled', 'passkey.removed', 'api_key.revoked')`); told != 3 {
			t.Errorf("%d entries of the audit log tell why what the stranger set up is gone", told)
		}
	})
}

func TestAResetOfAVerifiedEmailKeepsTheSecondFactor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		must(t, h.VerifyEmail(t.Context(), origin, h.mailed("verify_email")))
		h.clock.Advance(time.Minute)
		codes := ann.protect()
		device := newDevice(t)
		ann.addPasskey(device, "Mine")
		_, key := ann.newKey()
		h.clock.Advance(time.Minute)
		links := ann.askFor("ann@example.org") // another mailbox proves no less than the first
		h.confirm(links.new, identity.EmailChangeWaiting)
		h.confirm(links.present, identity.EmailChanged)
		ann.email = "ann@example.org"

		h.forget(ann.email)
		must(t, h.ResetPassword(t.Context(), origin, h.mailed("reset_password"), newPassword))
		tokens, err := ann.complete(ann.challengeWith(newPassword), codes[0])
		must(t, err)
		ann.tokens = tokens
		if me := h.Me(ann.caller()); me.Phone != phone || !me.TwoFactorEnabled() {
			t.Errorf("the account is %+v", me)
		}
		if _, err := h.enterWith(device); err != nil {
			t.Errorf("the passkey: %v", err)
		}
		if _, err := h.Authenticate(t.Context(), key); err != nil {
			t.Errorf("the API key: %v", err)
		}
	})
}

// challengeWith logs in up to the second factor with another password.
func (p *person) challengeWith(with string) string {
	p.h.t.Helper()
	result, err := p.h.Login(p.h.t.Context(), origin, p.email, with)
	must(p.h.t, err)
	if result.Challenge == nil {
		p.h.t.Fatal("the log-in did not ask for the second factor")
	}
	return result.Challenge.Token
}

func TestALinkUsedTwiceAnswersAsTheFirstTime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		link := h.mailed("verify_email")
		for range 3 {
			must(t, h.VerifyEmail(t.Context(), origin, link))
		}
		if told := h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'email.verified'`); told != 1 {
			t.Errorf("the email was verified %d times", told)
		}
		h.forget(ann.email)
		link = h.mailed("reset_password")
		must(t, h.ResetPassword(t.Context(), origin, link, newPassword))
		result, err := h.Login(t.Context(), origin, ann.email, newPassword)
		must(t, err)
		ann.tokens = result.Tokens
		must(t, h.ResetPassword(t.Context(), origin, link, newPassword)) // and changes nothing
		ann.caller()
		if told := len(h.messages("password_changed")); told != 1 {
			t.Errorf("the user was told %d times", told)
		}
		// It sets no other password, and stops revealing whether a guess is right.
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, link, "another password"), fault.TokenInvalid)
		for range 5 {
			testkit.WantFault(t, h.ResetPassword(t.Context(), origin, link, "another password"), fault.TokenInvalid)
		}
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, link, newPassword), fault.TokenInvalid)
		_, err = h.Login(t.Context(), origin, ann.email, newPassword)
		must(t, err)
		h.clock.Advance(time.Hour)
		testkit.WantFault(t, h.ResetPassword(t.Context(), origin, link, newPassword), fault.TokenInvalid)
	})
}

func TestALinkUsedAtOnceForTwoPasswordsSetsOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.forget(ann.email)
		link := h.mailed("reset_password")
		words := []string{"the first password", "the second password", "the third password"}
		counts := tally(t, h.inParallel(3, func(i int) error { return h.ResetPassword(t.Context(), origin, link, words[i]) }))
		if counts[""] != 1 || counts[fault.TokenInvalid] != 2 {
			t.Errorf("three passwords by one link gave %v", counts)
		}
	})
}
