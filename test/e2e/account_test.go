package e2e_test

import "testing"

func TestKeepingAnAccount(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"an email is verified by the link that was mailed":    emailIsVerified,
		"the newest of the mails is the one that counts":      newestMailCounts,
		"a forgotten password is reset by mail":               passwordIsReset,
		"a forgotten password does not tell who has accounts": forgottenPasswordTellsNothing,
		"a changed password ends the other sessions":          passwordIsChanged,
		"showing the password again gives a fresher token":    passwordIsShownAgain,
	})
}

func emailIsVerified(t *testing.T, s *server) {
	m := s.register(t)
	token := s.place.awaitLetter(t, "verify_email", m.email, 1).token(t)
	verify := func(token string) *answer { return s.client().post(t, "/auth/email/verify", body{"token": token}) }
	verify("junk").failed(t, 400, "TOKEN_INVALID", "token")
	if m.me(t)["emailVerified"] != false {
		t.Error("the email is verified before the link was used")
	}
	verify(token).done(t, 200)
	if m.me(t)["emailVerified"] != true {
		t.Error("the email is not verified after the link was used")
	}
	verify(token).done(t, 200)                        // opened again, it answers as it did
	m.post(t, "/auth/email/resend", nil).done(t, 202) // and sends none
	if mails := s.place.letters(t, "verify_email", m.email); len(mails) != 1 {
		t.Errorf("%d mails were sent, want 1", len(mails))
	}
}

func newestMailCounts(t *testing.T, s *server) {
	m := s.register(t)
	first := s.place.awaitLetter(t, "verify_email", m.email, 1).token(t)
	m.post(t, "/auth/email/resend", nil).done(t, 202)
	second := s.place.awaitLetter(t, "verify_email", m.email, 2).token(t)
	s.client().post(t, "/auth/email/verify", body{"token": first}).failed(t, 400, "TOKEN_INVALID", "token")
	s.client().post(t, "/auth/password/reset", body{"token": second, "password": "not what it was mailed for"}).
		failed(t, 400, "TOKEN_INVALID", "token")
	s.client().post(t, "/auth/email/verify", body{"token": second}).done(t, 200)

	flooded := s.register(t)
	for range 3 {
		flooded.post(t, "/auth/email/resend", nil).done(t, 202)
	}
	wantRetryAfter(t, flooded.post(t, "/auth/email/resend", nil).failed(t, 429, "RATE_LIMITED", ""), 15*60)
}

func passwordIsReset(t *testing.T, s *server) {
	m := s.register(t)
	s.client().post(t, "/auth/password/forgot", body{"email": m.email}).done(t, 202)
	token := s.place.awaitLetter(t, "reset_password", m.email, 1).token(t)
	reset := func(token, password string) *answer {
		return s.client().post(t, "/auth/password/reset", body{"token": token, "password": password})
	}
	reset("junk", "a better password").failed(t, 400, "TOKEN_INVALID", "token")
	reset(token, "short").failed(t, 422, "WEAK_PASSWORD", "password") // and does not spend the token
	reset(token, "a better password").done(t, 200)
	reset(token, "a better password").done(t, 200) // sent again, it answers as it did
	reset(token, "another password").failed(t, 400, "TOKEN_INVALID", "token")

	m.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}).failed(t, 401, "INVALID_CREDENTIALS", "")
	m.password = "a better password"
	if me := m.login(t, s).me(t); me["emailVerified"] != true {
		t.Error("a link that came by mail did not verify the email")
	}
	s.place.awaitLetter(t, "password_changed", m.email, 1)
}

func forgottenPasswordTellsNothing(t *testing.T, s *server) {
	m := s.register(t)
	known := s.client().post(t, "/auth/password/forgot", body{"email": m.email})
	unknown := s.client().post(t, "/auth/password/forgot", body{"email": newEmail()})
	known.done(t, 202)
	unknown.done(t, 202)
	if string(known.text) != string(unknown.text) {
		t.Errorf("the answers differ: %s and %s", known.text, unknown.text)
	}
}

func passwordIsChanged(t *testing.T, s *server) {
	m := s.register(t)
	other := m.login(t, s)
	change := func(present, next string) *answer {
		return m.post(t, "/auth/password/change", body{"currentPassword": present, "newPassword": next})
	}
	change("a wrong one", "a better password").failed(t, 400, "VALIDATION_ERROR", "currentPassword")
	change(m.password, "short").failed(t, 422, "WEAK_PASSWORD", "newPassword")
	change(m.password, "a better password").done(t, 200)
	other.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	m.get(t, "/auth/me").ok(t, 200)
	s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}).failed(t, 401, "INVALID_CREDENTIALS", "")
	m.password = "a better password"
	m.login(t, s)
	s.place.awaitLetter(t, "password_changed", m.email, 1)
}

func passwordIsShownAgain(t *testing.T, s *server) {
	m := s.register(t)
	m.post(t, "/auth/reauthenticate", body{"password": "a wrong one"}).failed(t, 400, "VALIDATION_ERROR", "password")
	data := m.post(t, "/auth/reauthenticate", body{"password": m.password}).ok(t, 200).object(t, shapeOfAccessToken)
	if data["accessToken"] == m.token {
		t.Error("the token is the same as before")
	}
	m.as(data["accessToken"].(string)).get(t, "/auth/me").ok(t, 200)
	m.get(t, "/auth/me").ok(t, 200) // it is the same session
}
