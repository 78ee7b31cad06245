package identity_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestLoggingInAndOut(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"registering makes an account that can log in":   registeringMakesAnAccount,
		"five wrong passwords lock the right one out":    fiveWrongPasswords,
		"a refresh token is exchanged for the next pair": refreshTokenIsExchanged,
		"a log-out ends the sessions of its scope":       logOutEndsItsScope,
	})
}

func registeringMakesAnAccount(t *testing.T, s *kit.Server) {
	anybody := s.Client()
	password := "quite a long password"
	tokens := anybody.Post(t, "/auth/register", kit.Body{"email": "Ada@Example.test", "password": password}).Ok(t, 201).Object(t, kit.ShapeOfTokens)
	user := tokens["user"].(map[string]any)
	if user["email"] != "ada@example.test" || user["role"] != "user" || user["emailVerified"] != false || user["twoFactorEnabled"] != false {
		t.Errorf("the user is %v", user)
	}
	if tokens["expiresIn"] != 900.0 {
		t.Errorf("the token expires in %v seconds, want 900", tokens["expiresIn"])
	}
	m := kit.NewMember(s, "ada@example.test", password, tokens)
	if me := m.Me(t); me["id"] != user["id"] || me["suspended"] != false || me["phoneVerified"] != false {
		t.Errorf("the account says %v of itself", me)
	}
	if again := m.Login(t, s); again.ID != m.ID {
		t.Errorf("the log-in is %s's, want %s's", again.ID, m.ID)
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
		anybody.Post(t, "/auth/register", kit.Body{"email": refused.email, "password": refused.password}).
			Failed(t, refused.status, refused.code, refused.field)
	}
	anybody.Post(t, "/auth/register", kit.Body{"email": "b@example.test", "password": password, "tenant": "nobody"}).
		Failed(t, 400, "VALIDATION_ERROR", "tenant")
}

func fiveWrongPasswords(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	s.Client().Post(t, "/auth/login", kit.Body{"email": "nobody@example.test", "password": m.Password}).
		Failed(t, 401, "INVALID_CREDENTIALS", "")
	for range 5 {
		s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": "a wrong one"}).Failed(t, 401, "INVALID_CREDENTIALS", "")
	}
	locked := s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Failed(t, 429, "ACCOUNT_LOCKED", "")
	kit.WantRetryAfter(t, locked, 15*60)
	m.Get(t, "/auth/me").Ok(t, 200) // an existing session continues
}

func refreshTokenIsExchanged(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	exchange := func(token string) *kit.Answer {
		return s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": token})
	}
	second := exchange(m.RefreshToken).Ok(t, 200).Object(t, kit.ShapeOfTokens)
	if second["refreshToken"] == m.RefreshToken {
		t.Error("the refresh token did not change")
	}
	m.As(second["accessToken"].(string)).Get(t, "/auth/me").Ok(t, 200)
	if tab := exchange(m.RefreshToken).Ok(t, 200).Object(t, kit.ShapeOfTokens); tab["refreshToken"] != second["refreshToken"] {
		t.Error("a second tab got another refresh token")
	}
	exchange(second["refreshToken"].(string)).Ok(t, 200)
	// The first one is two exchanges old by now: somebody else must have a copy of it.
	exchange(m.RefreshToken).Failed(t, 401, "REFRESH_TOKEN_REUSED", "")
	m.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	exchange(second["refreshToken"].(string)).Failed(t, 401, "SESSION_REVOKED", "")
	for _, junk := range []string{"", "junk", "brt_" + strings.Repeat("A", 96), m.RefreshToken[:len(m.RefreshToken)-4] + "AAAA"} {
		exchange(junk).Failed(t, 401, "REFRESH_TOKEN_INVALID", "refreshToken")
	}
}

func logOutEndsItsScope(t *testing.T, s *kit.Server) {
	first := s.Register(t)
	second, third := first.Login(t, s), first.Login(t, s)

	first.Post(t, "/auth/logout", kit.Body{"scope": "sideways"}).Failed(t, 400, "VALIDATION_ERROR", "scope")
	first.Post(t, "/auth/logout", nil).Done(t, 200) // local is the default without a body
	first.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	second.Get(t, "/auth/me").Ok(t, 200)

	second.Post(t, "/auth/logout", kit.Body{"scope": "others"}).Done(t, 200)
	second.Get(t, "/auth/me").Ok(t, 200)
	third.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")

	fourth := first.Login(t, s)
	fourth.Post(t, "/auth/logout", kit.Body{"scope": "global"}).Done(t, 200)
	second.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	fourth.Get(t, "/auth/me").Failed(t, 401, "SESSION_REVOKED", "")
	s.Client().Call(t, http.MethodPost, "/auth/logout", nil).Failed(t, 401, "UNAUTHORIZED", "")
}

func TestAnExpiredAccessTokenIsToldFromAWrongOneAndCanBeRefreshed(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, "--access-token-lifetime", "1s")
		m := s.Register(t)
		var last *kit.Answer
		testkit.Within(t, kit.Patience, "the token expires", func() bool {
			last = m.Get(t, "/auth/me")
			return last.Status != http.StatusOK
		})
		last.Failed(t, 401, "TOKEN_EXPIRED", "")
		if strings.Contains(string(last.Text), m.Token) {
			t.Error("the refusal repeats the token")
		}
		tokens := s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": m.RefreshToken}).Ok(t, 200).Object(t, kit.ShapeOfTokens)
		if tokens["expiresIn"] != 1.0 {
			t.Errorf("the token expires in %v seconds, want 1", tokens["expiresIn"])
		}
	})
}
