package identity_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

func TestKeepingAnAccount(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"an email is verified by the link that was mailed":    emailIsVerified,
		"the newest of the mails is the one that counts":      newestMailCounts,
		"a forgotten password is reset by mail":               passwordIsReset,
		"a forgotten password does not tell who has accounts": forgottenPasswordTellsNothing,
		"a changed password ends the other sessions":          passwordIsChanged,
		"showing the password again gives a fresher token":    passwordIsShownAgain,
	})
}

// prove opens the link that a member was mailed at registration.
func prove(t *testing.T, m *kit.Member, s *kit.Server) {
	t.Helper()
	token := s.Place.AwaitLetter(t, "verify_email", m.Email, 1).Token(t)
	s.Client().Post(t, "/auth/email/verify", kit.Body{"token": token}).Done(t, 200)
}

func emailIsVerified(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	token := s.Place.AwaitLetter(t, "verify_email", m.Email, 1).Token(t)
	verify := func(token string) *kit.Answer {
		return s.Client().Post(t, "/auth/email/verify", kit.Body{"token": token})
	}
	verify("junk").Failed(t, 400, "TOKEN_INVALID", "token")
	if m.Me(t)["emailVerified"] != false {
		t.Error("the email is verified before the link was used")
	}
	verify(token).Done(t, 200)
	if m.Me(t)["emailVerified"] != true {
		t.Error("the email is not verified after the link was used")
	}
	verify(token).Done(t, 200)                        // opened again, it gives the same answer
	m.Post(t, "/auth/email/resend", nil).Done(t, 202) // and sends none
	if mails := s.Place.Letters(t, "verify_email", m.Email); len(mails) != 1 {
		t.Errorf("%d mails were sent, want 1", len(mails))
	}
}

func newestMailCounts(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	first := s.Place.AwaitLetter(t, "verify_email", m.Email, 1).Token(t)
	m.Post(t, "/auth/email/resend", nil).Done(t, 202)
	second := s.Place.AwaitLetter(t, "verify_email", m.Email, 2).Token(t)
	s.Client().Post(t, "/auth/email/verify", kit.Body{"token": first}).Failed(t, 400, "TOKEN_INVALID", "token")
	s.Client().Post(t, "/auth/password/reset", kit.Body{"token": second, "password": "not what it was mailed for"}).
		Failed(t, 400, "TOKEN_INVALID", "token")
	s.Client().Post(t, "/auth/email/verify", kit.Body{"token": second}).Done(t, 200)

	flooded := s.Register(t)
	for range 3 {
		flooded.Post(t, "/auth/email/resend", nil).Done(t, 202)
	}
	kit.WantRetryAfter(t, flooded.Post(t, "/auth/email/resend", nil).Failed(t, 429, "RATE_LIMITED", ""), 15*60)
}

func passwordIsReset(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": m.Email}).Done(t, 202)
	token := s.Place.AwaitLetter(t, "reset_password", m.Email, 1).Token(t)
	reset := func(token, password string) *kit.Answer {
		return s.Client().Post(t, "/auth/password/reset", kit.Body{"token": token, "password": password})
	}
	reset("junk", "a better password").Failed(t, 400, "TOKEN_INVALID", "token")
	reset(token, "short").Failed(t, 422, "WEAK_PASSWORD", "password") // which does not spend the token
	reset(token, "a better password").Done(t, 200)
	reset(token, "a better password").Done(t, 200) // sent again, it gives the same answer
	reset(token, "another password").Failed(t, 400, "TOKEN_INVALID", "token")

	m.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Failed(t, 401, "INVALID_CREDENTIALS", "")
	m.Password = "a better password"
	if me := m.Login(t, s).Me(t); me["emailVerified"] != true {
		t.Error("a link that came by mail did not verify the email")
	}
	s.Place.AwaitLetter(t, "password_changed", m.Email, 1)
}

func forgottenPasswordTellsNothing(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	known := s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": m.Email})
	unknown := s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": kit.NewEmail()})
	known.Done(t, 202)
	unknown.Done(t, 202)
	if string(known.Text) != string(unknown.Text) {
		t.Errorf("the answers differ: %s and %s", known.Text, unknown.Text)
	}
}

func passwordIsChanged(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	other := m.Login(t, s)
	change := func(present, next string) *kit.Answer {
		return m.Post(t, "/auth/password/change", kit.Body{"currentPassword": present, "newPassword": next})
	}
	change("a wrong one", "a better password").Failed(t, 400, "VALIDATION_ERROR", "currentPassword")
	change(m.Password, "short").Failed(t, 422, "WEAK_PASSWORD", "newPassword")
	change(m.Password, "a better password").Done(t, 200)
	other.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	m.Get(t, "/auth/me").Ok(t, 200)
	s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Failed(t, 401, "INVALID_CREDENTIALS", "")
	m.Password = "a better password"
	m.Login(t, s)
	s.Place.AwaitLetter(t, "password_changed", m.Email, 1)
}

func passwordIsShownAgain(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	m.Post(t, "/auth/reauthenticate", kit.Body{"password": "a wrong one"}).Failed(t, 400, "VALIDATION_ERROR", "password")
	data := m.Post(t, "/auth/reauthenticate", kit.Body{"password": m.Password}).Ok(t, 200).Object(t, kit.ShapeOfAccessToken)
	if data["accessToken"] == m.Token {
		t.Error("the token is the same as before")
	}
	m.As(data["accessToken"].(string)).Get(t, "/auth/me").Ok(t, 200)
	m.Get(t, "/auth/me").Ok(t, 200) // it is the same session
}
