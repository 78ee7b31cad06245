package e2e_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// wantRetryAfter checks that a refused caller is told to wait, and no longer than so many seconds.
func wantRetryAfter(t *testing.T, a *answer, most int) {
	t.Helper()
	seconds, err := strconv.Atoi(a.header.Get("Retry-After"))
	if err != nil || seconds < 1 || seconds > most {
		t.Errorf("%s: Retry-After is %q, want 1 to %d", a.call, a.header.Get("Retry-After"), most)
	}
}

func TestLoggingInAndOut(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"registering makes an account that can log in":   registeringMakesAnAccount,
		"five wrong passwords lock the right one out":    fiveWrongPasswords,
		"a refresh token is exchanged for the next pair": refreshTokenIsExchanged,
		"a log-out ends the sessions of its scope":       logOutEndsItsScope,
	})
}

func registeringMakesAnAccount(t *testing.T, s *server) {
	anybody := s.client()
	password := "quite a long password"
	tokens := anybody.post(t, "/auth/register", body{"email": "Ada@Example.test", "password": password}).ok(t, 201).object(t, shapeOfTokens)
	user := tokens["user"].(map[string]any)
	if user["email"] != "ada@example.test" || user["role"] != "user" || user["emailVerified"] != false || user["twoFactorEnabled"] != false {
		t.Errorf("the user is %v", user)
	}
	if tokens["expiresIn"] != 900.0 {
		t.Errorf("the token expires in %v seconds, want 900", tokens["expiresIn"])
	}
	m := newMember(s, "ada@example.test", password, tokens)
	if me := m.me(t); me["id"] != user["id"] || me["suspended"] != false || me["phoneVerified"] != false {
		t.Errorf("the account says %v of itself", me)
	}
	if again := m.login(t, s); again.id != m.id {
		t.Errorf("the log-in is %s's, want %s's", again.id, m.id)
	}
	for _, refused := range []struct {
		email, password string
		status          int
		code, field     string
	}{
		{"ADA@example.test", password, 409, "EMAIL_ALREADY_REGISTERED", "email"},
		{"b@example.test", "short", 422, "WEAK_PASSWORD", "password"},
		{"b@example.test", "password123", 422, "WEAK_PASSWORD", "password"},
		{"b@example.test", strings.Repeat("x", 129), 400, "VALIDATION_ERROR", "password"},
		{"not an email", password, 400, "VALIDATION_ERROR", "email"},
	} {
		anybody.post(t, "/auth/register", body{"email": refused.email, "password": refused.password}).
			failed(t, refused.status, refused.code, refused.field)
	}
	anybody.post(t, "/auth/register", body{"email": "b@example.test", "password": password, "tenant": "nobody"}).
		failed(t, 400, "VALIDATION_ERROR", "tenant")
}

func fiveWrongPasswords(t *testing.T, s *server) {
	m := s.register(t)
	s.client().post(t, "/auth/login", body{"email": "nobody@example.test", "password": m.password}).
		failed(t, 401, "INVALID_CREDENTIALS", "")
	for range 5 {
		s.client().post(t, "/auth/login", body{"email": m.email, "password": "a wrong one"}).failed(t, 401, "INVALID_CREDENTIALS", "")
	}
	locked := s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}).failed(t, 429, "ACCOUNT_LOCKED", "")
	wantRetryAfter(t, locked, 15*60)
	m.get(t, "/auth/me").ok(t, 200) // who is in stays in
}

func refreshTokenIsExchanged(t *testing.T, s *server) {
	m := s.register(t)
	exchange := func(token string) *answer {
		return s.client().post(t, "/auth/refresh", body{"refreshToken": token})
	}
	second := exchange(m.refreshToken).ok(t, 200).object(t, shapeOfTokens)
	if second["refreshToken"] == m.refreshToken {
		t.Error("the refresh token did not change")
	}
	m.as(second["accessToken"].(string)).get(t, "/auth/me").ok(t, 200)
	if tab := exchange(m.refreshToken).ok(t, 200).object(t, shapeOfTokens); tab["refreshToken"] != second["refreshToken"] {
		t.Error("a second tab got another refresh token")
	}
	exchange(second["refreshToken"].(string)).ok(t, 200)
	// The first one is two exchanges old now: somebody else holds a copy of it.
	exchange(m.refreshToken).failed(t, 401, "REFRESH_TOKEN_REUSED", "")
	m.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	exchange(second["refreshToken"].(string)).failed(t, 401, "SESSION_REVOKED", "")
	for _, junk := range []string{"", "junk", "brt_" + strings.Repeat("A", 96), m.refreshToken[:len(m.refreshToken)-4] + "AAAA"} {
		exchange(junk).failed(t, 401, "REFRESH_TOKEN_INVALID", "refreshToken")
	}
}

func logOutEndsItsScope(t *testing.T, s *server) {
	first := s.register(t)
	second, third := first.login(t, s), first.login(t, s)

	first.post(t, "/auth/logout", body{"scope": "sideways"}).failed(t, 400, "VALIDATION_ERROR", "scope")
	first.post(t, "/auth/logout", nil).done(t, 200) // local, which is what is meant without a body
	first.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	second.get(t, "/auth/me").ok(t, 200)

	second.post(t, "/auth/logout", body{"scope": "others"}).done(t, 200)
	second.get(t, "/auth/me").ok(t, 200)
	third.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")

	fourth := first.login(t, s)
	fourth.post(t, "/auth/logout", body{"scope": "global"}).done(t, 200)
	second.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	fourth.get(t, "/auth/me").failed(t, 401, "SESSION_REVOKED", "")
	s.client().call(t, http.MethodPost, "/auth/logout", nil).failed(t, 401, "UNAUTHORIZED", "")
}

func TestAnExpiredAccessTokenIsToldFromAWrongOneAndCanBeRefreshed(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t, "--access-token-lifetime", "1s")
		m := s.register(t)
		var last *answer
		eventually(t, patience, "the token expires", func() bool {
			last = m.get(t, "/auth/me")
			return last.status != http.StatusOK
		})
		last.failed(t, 401, "TOKEN_EXPIRED", "")
		if strings.Contains(string(last.text), m.token) {
			t.Error("the refusal repeats the token")
		}
		tokens := s.client().post(t, "/auth/refresh", body{"refreshToken": m.refreshToken}).ok(t, 200).object(t, shapeOfTokens)
		if tokens["expiresIn"] != 1.0 {
			t.Errorf("the token expires in %v seconds, want 1", tokens["expiresIn"])
		}
	})
}
