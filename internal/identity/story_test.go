package identity_test

import (
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// story is a user's life in which every secret of this package occurs.
type story struct {
	*house
	ann, boss *person
	// long are the secrets that cannot be in a database by accident; short are those of six digits.
	long, short map[string]string
	// pause is called whenever secrets have been created that are not used yet.
	pause func()
}

// live causes every security event at least once.
func (s *story) live() {
	s.long, s.short = map[string]string{"password": password, "new password": newPassword}, map[string]string{}
	ctx, t := s.t.Context(), s.t
	s.boss = s.employ("boss@example.com", identity.RoleSuperAdmin, "")
	_, err := s.CreateTenant(ctx, s.boss.caller(), "brand", "Brand")
	must(t, err)
	s.ann = s.register("ann@example.com")
	s.remember("first", s.ann.tokens)
	s.pause()
	s.long["verification link"] = s.mailed("verify_email")
	must(t, s.VerifyEmail(ctx, origin, s.long["verification link"]))
	_, err = s.Login(ctx, origin, s.ann.email, "wrong horse battery")
	testkit.WantFault(t, err, fault.InvalidCredentials)
	result, err := s.ann.login()
	must(t, err)
	s.remember("log-in", result.Tokens)
	s.verifyPhone()
	s.carryPasskey()
	s.protect()
	s.reuse()
	s.leave()
	s.renewPasswords()
	s.move()
	s.suffer()
	s.pause()
}

func (s *story) remember(name string, tokens identity.Tokens) {
	s.long[name+" access token"] = tokens.AccessToken
	if tokens.RefreshToken != "" {
		s.long[name+" refresh token"] = tokens.RefreshToken
	}
}

func (s *story) verifyPhone() {
	must(s.t, s.SendPhoneCode(s.t.Context(), s.ann.caller(), phone))
	s.pause()
	code := s.texted()
	s.short["phone code"] = code
	testkit.WantFault(s.t, s.VerifyPhone(s.t.Context(), s.ann.caller(), unlike(code)), fault.InvalidOTP)
	must(s.t, s.VerifyPhone(s.t.Context(), s.ann.caller(), code))
}

// carryPasskey adds a passkey and uses it correctly, wrongly and through a copy.
func (s *story) carryPasskey() {
	ctx, t := s.t.Context(), s.t
	key, options := newDevice(t), s.ann.beginPasskey()
	s.long["ceremony"] = options.CeremonyToken
	s.pause()
	passkey, err := s.ann.handIn(key, options, "Phone")
	must(t, err)
	_, err = s.RenamePasskey(ctx, s.ann.caller(), passkey.ID, "Old phone")
	must(t, err)
	stolen := *key
	tokens, err := s.enterWith(key)
	must(t, err)
	s.remember("passkey", tokens)
	again, err := s.BeginReauthentication(ctx, s.ann.caller())
	must(t, err)
	s.long["ceremony again"] = again.CeremonyToken
	key.page.Origin = "https://elsewhere.test"
	_, err = s.ReauthenticateWithPasskey(ctx, s.ann.caller(), key.proof(again))
	testkit.WantFault(t, err, fault.ValidationError)
	_, err = s.enterWith(&stolen)
	testkit.WantFault(t, err, fault.InvalidCredentials)
	must(t, s.RemovePasskey(ctx, s.ann.caller(), passkey.ID))
}

// protect turns the second factor on and uses it.
func (s *story) protect() {
	ctx, t := s.t.Context(), s.t
	setup, err := s.SetupTwoFactor(ctx, s.ann.caller())
	must(t, err)
	s.long["TOTP secret"] = setup.Secret
	s.pause()
	_, err = s.VerifyTwoFactor(ctx, s.ann.caller(), s.wrongCode(setup.Secret))
	testkit.WantFault(t, err, fault.InvalidOTP)
	s.short["TOTP code"] = s.code(setup.Secret, 0)
	first, err := s.VerifyTwoFactor(ctx, s.ann.caller(), s.short["TOTP code"])
	must(t, err)
	second, err := s.ReplaceBackupCodes(ctx, s.ann.caller())
	must(t, err)
	s.long["replaced backup code"], s.long["backup code"], s.long["used backup code"] = first[0], second[0], second[1]
	challenge := s.ann.challenge()
	s.long["challenge"] = challenge
	s.pause()
	s.ann.tokens, err = s.ann.complete(challenge, second[1])
	must(t, err)
	s.remember("second factor", s.ann.tokens)
	_, err = s.Reauthenticate(ctx, s.ann.caller(), "wrong horse battery", "")
	testkit.WantFault(t, err, fault.ValidationError)
	s.clock.Advance(30 * time.Second)
	again, err := s.Reauthenticate(ctx, s.ann.caller(), password, s.code(setup.Secret, 0))
	must(t, err)
	s.remember("again", again)
}

// reuse uses a stolen refresh token.
func (s *story) reuse() {
	old := s.ann.tokens.RefreshToken
	next, err := s.ann.refresh(old)
	must(s.t, err)
	s.remember("refreshed", next)
	s.clock.Advance(31 * time.Second)
	_, err = s.ann.refresh(old)
	testkit.WantFault(s.t, err, fault.RefreshTokenReused)
}

func (s *story) leave() {
	s.ann.enter()
	must(s.t, s.Logout(s.t.Context(), s.ann.caller(), identity.LogoutLocal))
	s.ann.enter()
	must(s.t, s.RevokeSession(s.t.Context(), s.ann.caller(), s.ann.caller().SessionID))
}

func (s *story) renewPasswords() {
	ctx, t := s.t.Context(), s.t
	s.forget(s.ann.email)
	s.pause()
	s.long["reset link"] = s.mailed("reset_password")
	must(t, s.ResetPassword(ctx, origin, s.long["reset link"], newPassword))
	result, err := s.Login(ctx, origin, s.ann.email, newPassword)
	must(t, err)
	s.clock.Advance(30 * time.Second)
	s.ann.tokens, err = s.ann.complete(result.Challenge.Token, s.code(s.long["TOTP secret"], 0))
	must(t, err)
	must(t, s.ChangePassword(ctx, s.ann.caller(), newPassword, password))
	s.clock.Advance(30 * time.Second)
	must(t, s.DisableTwoFactor(ctx, s.ann.caller(), s.code(s.long["TOTP secret"], 0)))
}

// move changes the email on the second attempt.
func (s *story) move() {
	ctx, t := s.t.Context(), s.t
	must(t, s.RequestEmailChange(ctx, s.ann.caller(), "elsewhere@example.com"))
	s.pause()
	s.long["stop link"] = s.changeLinks().cancel
	must(t, s.CancelEmailChange(ctx, origin, s.long["stop link"]))
	must(t, s.RequestEmailChange(ctx, s.ann.caller(), "elsewhere@example.com"))
	s.pause()
	links := s.changeLinks()
	s.long["present link"], s.long["new link"] = links.present, links.new
	for _, token := range []string{links.present, links.new} {
		_, err := s.ConfirmEmailChange(ctx, origin, token)
		must(t, err)
	}
	s.ann.email = "elsewhere@example.com"
}

// suffer is what others do to the user.
func (s *story) suffer() {
	trader, yes, no := identity.RoleTrader, true, false
	for _, change := range []identity.UserChange{{Role: &trader, Suspended: &yes}, {Suspended: &no}} {
		_, err := s.UpdateUser(s.t.Context(), s.boss.caller(), s.ann.id, change)
		must(s.t, err)
	}
	for range 5 {
		_, err := s.Login(s.t.Context(), origin, s.ann.email, "wrong horse battery")
		testkit.WantFault(s.t, err, fault.InvalidCredentials)
	}
	_, err := s.ann.login()
	testkit.WantFault(s.t, err, fault.AccountLocked)
}

func newStory(t *testing.T, h *house, pause func()) *story {
	t.Helper()
	s := &story{house: h, pause: pause}
	s.live()
	return s
}
