package identity_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

// The five auth operations that the specification states.

func TestTheSpecifiedAuthOperations(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"the session list shows every field of each open session":    sessionListShowsEveryField,
		"the session list remembers what the log-in said of itself":  sessionListRemembersTheAgent,
		"a revoked session ends at once and is not there any more":   revokedSessionEnds,
		"a new user has an empty list of backup codes":               newUserHasNoBackupCodes,
		"a phone number is verified by the code that was sent to it": phoneIsVerifiedByItsCode,
		"five wrong phone codes spend the code":                      fiveWrongPhoneCodes,
	})
}

func sessionListShowsEveryField(t *testing.T, s *kit.Server) {
	before := time.Now()
	phone := s.Register(t)
	laptop := phone.Login(t, s)
	laptop.Client = laptop.With("User-Agent", "a laptop")
	sessions := laptop.Get(t, "/auth/sessions").Ok(t, 200).List(t, kit.ShapeOfSession, nil)
	if len(sessions) != 2 {
		t.Fatalf("%d sessions, want 2", len(sessions))
	}
	current := 0
	for _, session := range sessions {
		if session["userId"] != phone.ID || session["ipAddress"] != "127.0.0.1" {
			t.Errorf("session of %v at %v, want %s at 127.0.0.1", session["userId"], session["ipAddress"], phone.ID)
		}
		if session["isCurrent"] == true {
			current++
		}
		active, expires := kit.Moment(t, session["lastActivityAt"]), kit.Moment(t, session["expiresAt"])
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
	if phone.SessionID(t) == laptop.SessionID(t) {
		t.Error("two log-ins share a session")
	}
}

func sessionListRemembersTheAgent(t *testing.T, s *kit.Server) {
	email, password := kit.NewEmail(), "a password for a browser"
	tokens := s.Client().With("User-Agent", "Browser/1.0").
		Post(t, "/auth/register", kit.Body{"email": email, "password": password}).Ok(t, 201).Object(t, kit.ShapeOfTokens)
	m := kit.NewMember(s, email, password, tokens)
	sessions := m.Get(t, "/auth/sessions").Ok(t, 200).List(t, kit.ShapeOfSession, nil)
	if len(sessions) != 1 || sessions[0]["userAgent"] != "Browser/1.0" || sessions[0]["isCurrent"] != true {
		t.Errorf("the sessions are %v, want one current of Browser/1.0", sessions)
	}
}

func revokedSessionEnds(t *testing.T, s *kit.Server) {
	owner := s.Register(t)
	lost := owner.Login(t, s)
	lostID := lost.SessionID(t)
	path := "/auth/sessions/" + lostID

	s.Register(t).Call(t, http.MethodDelete, path, nil).Failed(t, 404, "NOT_FOUND", "")
	lost.Get(t, "/auth/me").Ok(t, 200) // a stranger cannot end it

	owner.Call(t, http.MethodDelete, path, nil).Done(t, 200)
	lost.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": lost.RefreshToken}).Failed(t, 401, "SESSION_REVOKED", "")

	owner.Call(t, http.MethodDelete, path, nil).Failed(t, 404, "NOT_FOUND", "")
	owner.Call(t, http.MethodDelete, "/auth/sessions/"+uuid.NewString(), nil).Failed(t, 404, "NOT_FOUND", "")
	s.Client().Call(t, http.MethodDelete, path, nil).Failed(t, 401, "UNAUTHORIZED", "")
	if sessions := owner.Get(t, "/auth/sessions").List(t, kit.ShapeOfSession, nil); len(sessions) != 1 {
		t.Errorf("%d sessions are left, want 1", len(sessions))
	}
	owner.Call(t, http.MethodDelete, "/auth/sessions/"+owner.SessionID(t), nil).Done(t, 200)
	owner.Get(t, "/auth/sessions").Failed(t, 401, "SESSION_REVOKED", "")
}

func newUserHasNoBackupCodes(t *testing.T, s *kit.Server) {
	data := s.Register(t).Get(t, "/auth/2fa/backup-codes").Ok(t, 200).Object(t, kit.ShapeOfCodes)
	if codes := kit.Texts(data["codes"]); len(codes) != 0 {
		t.Errorf("the codes are %v, want none", codes)
	}
	s.Client().Get(t, "/auth/2fa/backup-codes").Failed(t, 401, "UNAUTHORIZED", "")
}

func phoneIsVerifiedByItsCode(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	phone, spaced := "+41446681801", "+41 44 668 18 01"
	m.Post(t, "/auth/phone/verify", kit.Body{"code": "123456"}).Failed(t, 400, "OTP_EXPIRED", "code")
	m.Post(t, "/auth/phone/send", kit.Body{"phoneNumber": "12345"}).Failed(t, 422, "INVALID_PHONE_NUMBER", "phoneNumber")

	m.Post(t, "/auth/phone/send", kit.Body{"phoneNumber": spaced}).Done(t, 200)
	code := s.Place.AwaitLetter(t, "phone_code", phone, 1).Code(t)
	again := m.Post(t, "/auth/phone/send", kit.Body{"phoneNumber": phone}).Failed(t, 429, "OTP_COOLDOWN", "")
	kit.WantRetryAfter(t, again, 60)

	m.Post(t, "/auth/phone/verify", kit.Body{"code": kit.WrongCode(code)}).Failed(t, 400, "INVALID_OTP", "code")
	if me := m.Me(t); me["phoneVerified"] != false || me["phoneNumber"] != nil {
		t.Errorf("before the code the account says %v", me)
	}
	m.Post(t, "/auth/phone/verify", kit.Body{"code": code}).Done(t, 200)
	if me := m.Me(t); me["phoneVerified"] != true || me["phoneNumber"] != phone {
		t.Errorf("after the code the account says %v", me)
	}
	m.Post(t, "/auth/phone/verify", kit.Body{"code": code}).Failed(t, 400, "OTP_EXPIRED", "code")
}

func fiveWrongPhoneCodes(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	const phone = "+41446681802"
	m.Post(t, "/auth/phone/send", kit.Body{"phoneNumber": phone}).Done(t, 200)
	code := s.Place.AwaitLetter(t, "phone_code", phone, 1).Code(t)
	for range 5 {
		m.Post(t, "/auth/phone/verify", kit.Body{"code": kit.WrongCode(code)}).Failed(t, 400, "INVALID_OTP", "code")
	}
	refused := m.Post(t, "/auth/phone/verify", kit.Body{"code": code}).Failed(t, 429, "OTP_ATTEMPTS_EXCEEDED", "")
	kit.WantRetryAfter(t, refused, 60)
}
