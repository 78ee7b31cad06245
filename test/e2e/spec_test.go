package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
)

// The five auth operations that the specification states.

func TestTheSpecifiedAuthOperations(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"the session list shows every field of each open session":    sessionListShowsEveryField,
		"the session list remembers what the log-in said of itself":  sessionListRemembersTheAgent,
		"a revoked session ends at once and is not there any more":   revokedSessionEnds,
		"a new user has an empty list of backup codes":               newUserHasNoBackupCodes,
		"a phone number is verified by the code that was sent to it": phoneIsVerifiedByItsCode,
		"five wrong phone codes spend the code":                      fiveWrongPhoneCodes,
	})
}

func sessionListShowsEveryField(t *testing.T, s *server) {
	before := time.Now()
	phone := s.register(t)
	laptop := phone.login(t, s)
	laptop.client = laptop.with("User-Agent", "a laptop")
	sessions := laptop.get(t, "/auth/sessions").ok(t, 200).list(t, shapeOfSession, nil)
	if len(sessions) != 2 {
		t.Fatalf("%d sessions, want 2", len(sessions))
	}
	current := 0
	for _, session := range sessions {
		if session["userId"] != phone.id || session["ipAddress"] != "127.0.0.1" {
			t.Errorf("session of %v at %v, want %s at 127.0.0.1", session["userId"], session["ipAddress"], phone.id)
		}
		if session["isCurrent"] == true {
			current++
		}
		active, expires := moment(t, session["lastActivityAt"]), moment(t, session["expiresAt"])
		if active.Before(before.Add(-time.Second)) || active.After(time.Now().Add(time.Second)) {
			t.Errorf("last active at %v, which is not now", active)
		}
		if idle := expires.Sub(before); idle < 29*24*time.Hour || idle > 31*24*time.Hour {
			t.Errorf("it expires in %v, want 30 days", idle)
		}
	}
	if current != 1 {
		t.Errorf("%d sessions are the current one, want 1", current)
	}
	if phone.sessionID(t) == laptop.sessionID(t) {
		t.Error("two log-ins share a session")
	}
}

func moment(t *testing.T, value any) time.Time {
	t.Helper()
	parsed, err := time.Parse(time.RFC3339Nano, value.(string))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func sessionListRemembersTheAgent(t *testing.T, s *server) {
	email, password := newEmail(), "a password for a browser"
	tokens := s.client().with("User-Agent", "Browser/1.0").
		post(t, "/auth/register", body{"email": email, "password": password}).ok(t, 201).object(t, shapeOfTokens)
	m := newMember(s, email, password, tokens)
	sessions := m.get(t, "/auth/sessions").ok(t, 200).list(t, shapeOfSession, nil)
	if len(sessions) != 1 || sessions[0]["userAgent"] != "Browser/1.0" || sessions[0]["isCurrent"] != true {
		t.Errorf("the sessions are %v, want one current of Browser/1.0", sessions)
	}
}

func revokedSessionEnds(t *testing.T, s *server) {
	owner := s.register(t)
	lost := owner.login(t, s)
	lostID := lost.sessionID(t)
	path := "/auth/sessions/" + lostID

	s.register(t).call(t, http.MethodDelete, path, nil).failed(t, 404, "NOT_FOUND", "")
	lost.get(t, "/auth/me").ok(t, 200) // a stranger cannot end it

	owner.call(t, http.MethodDelete, path, nil).done(t, 200)
	lost.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	s.client().post(t, "/auth/refresh", body{"refreshToken": lost.refreshToken}).failed(t, 401, "SESSION_REVOKED", "")

	owner.call(t, http.MethodDelete, path, nil).failed(t, 404, "NOT_FOUND", "")
	owner.call(t, http.MethodDelete, "/auth/sessions/"+uuid.NewString(), nil).failed(t, 404, "NOT_FOUND", "")
	s.client().call(t, http.MethodDelete, path, nil).failed(t, 401, "UNAUTHORIZED", "")
	if sessions := owner.get(t, "/auth/sessions").list(t, shapeOfSession, nil); len(sessions) != 1 {
		t.Errorf("%d sessions are left, want 1", len(sessions))
	}
	owner.call(t, http.MethodDelete, "/auth/sessions/"+owner.sessionID(t), nil).done(t, 200)
	owner.get(t, "/auth/sessions").failed(t, 401, "SESSION_REVOKED", "")
}

func newUserHasNoBackupCodes(t *testing.T, s *server) {
	data := s.register(t).get(t, "/auth/2fa/backup-codes").ok(t, 200).object(t, shapeOfCodes)
	if codes := texts(data["codes"]); len(codes) != 0 {
		t.Errorf("the codes are %v, want none", codes)
	}
	s.client().get(t, "/auth/2fa/backup-codes").failed(t, 401, "UNAUTHORIZED", "")
}

func phoneIsVerifiedByItsCode(t *testing.T, s *server) {
	m := s.register(t)
	phone, spaced := "+41446681801", "+41 44 668 18 01"
	m.post(t, "/auth/phone/verify", body{"code": "123456"}).failed(t, 400, "OTP_EXPIRED", "code")
	m.post(t, "/auth/phone/send", body{"phoneNumber": "12345"}).failed(t, 422, "INVALID_PHONE_NUMBER", "phoneNumber")

	m.post(t, "/auth/phone/send", body{"phoneNumber": spaced}).done(t, 200)
	code := s.place.awaitLetter(t, "phone_code", phone, 1).code(t)
	again := m.post(t, "/auth/phone/send", body{"phoneNumber": phone}).failed(t, 429, "OTP_COOLDOWN", "")
	wantRetryAfter(t, again, 60)

	m.post(t, "/auth/phone/verify", body{"code": wrongCode(code)}).failed(t, 400, "INVALID_OTP", "code")
	if me := m.me(t); me["phoneVerified"] != false || me["phoneNumber"] != nil {
		t.Errorf("before the code the account says %v", me)
	}
	m.post(t, "/auth/phone/verify", body{"code": code}).done(t, 200)
	if me := m.me(t); me["phoneVerified"] != true || me["phoneNumber"] != phone {
		t.Errorf("after the code the account says %v", me)
	}
	m.post(t, "/auth/phone/verify", body{"code": code}).failed(t, 400, "OTP_EXPIRED", "code")
}

func fiveWrongPhoneCodes(t *testing.T, s *server) {
	m := s.register(t)
	const phone = "+41446681802"
	m.post(t, "/auth/phone/send", body{"phoneNumber": phone}).done(t, 200)
	code := s.place.awaitLetter(t, "phone_code", phone, 1).code(t)
	for range 5 {
		m.post(t, "/auth/phone/verify", body{"code": wrongCode(code)}).failed(t, 400, "INVALID_OTP", "code")
	}
	refused := m.post(t, "/auth/phone/verify", body{"code": code}).failed(t, 429, "OTP_ATTEMPTS_EXCEEDED", "")
	wantRetryAfter(t, refused, 60)
}
