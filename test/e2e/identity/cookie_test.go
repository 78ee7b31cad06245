package identity_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

const sessionCookie = "__Host-bourse_session"

func TestSessionsInACookie(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"the refresh token is in the cookie and not in the answer":  cookieHoldsTheRefreshToken,
		"a cookie is exchanged once and twice within the grace":     cookieIsExchanged,
		"a page of another origin neither gets nor uses a cookie":   cookieIsForOwnPages,
		"a log-out takes the cookie away":                           cookieIsTakenAway,
		"who asks for tokens sees no cookie":                        tokensComeWithoutACookie,
		"a second factor and a registration open a session as well": cookieOfEveryLogIn,
	}, "--cors-origins", "https://app.test")
}

// shapeOfCookieTokens is the answer to a log-in whose refresh token is in the cookie.
var shapeOfCookieTokens = func() kit.Shape {
	shape := kit.Shape{}
	for name, want := range kit.ShapeOfTokens {
		if name != "refreshToken" {
			shape[name] = want
		}
	}
	return shape
}()

// page is a client that behaves like a web page of an origin, with the cookie that its browser keeps for the server.
func page(s *kit.Server, origin, cookie string) *kit.Client {
	c := s.Client().With("Origin", origin)
	if cookie != "" {
		c = c.With("Cookie", sessionCookie+"="+cookie)
	}
	return c
}

// kept is the cookie that an answer sets.
func kept(t *testing.T, answer *kit.Answer) string {
	t.Helper()
	set := (&http.Response{Header: answer.Header}).Cookies()
	if len(set) != 1 {
		t.Fatalf("the answer sets %v", answer.Header["Set-Cookie"])
	}
	c := set[0]
	if c.Name != sessionCookie || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Domain != "" {
		t.Errorf("the cookie is %v", c)
	}
	return c.Value
}

func wantNoCookie(t *testing.T, answer *kit.Answer) *kit.Answer {
	t.Helper()
	if set := answer.Header["Set-Cookie"]; len(set) > 0 {
		t.Errorf("%s sets the cookie %v", answer.Call, set)
	}
	return answer
}

const appPage = "https://app.test"

func logInByCookie(t *testing.T, s *kit.Server, m *kit.Member) (token, cookie string) {
	t.Helper()
	answer := page(s, appPage, "").Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password, "session": "cookie"}).Ok(t, 200)
	return answer.Object(t, shapeOfCookieTokens)["accessToken"].(string), kept(t, answer)
}

func cookieHoldsTheRefreshToken(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	token, cookie := logInByCookie(t, s, m)
	m.As(token).Get(t, "/auth/me").Ok(t, 200)
	if !strings.HasPrefix(cookie, "brt_") {
		t.Errorf("the cookie holds %q", cookie)
	}
	// The cookie alone is not enough: a caller must send the access token.
	page(s, appPage, cookie).Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "")
	m.Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password, "session": "both"}).Failed(t, 400, "VALIDATION_ERROR", "session")
}

func cookieIsExchanged(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, first := logInByCookie(t, s, m)
	answer := page(s, appPage, first).Post(t, "/auth/refresh", nil).Ok(t, 200)
	second := kept(t, answer)
	m.As(answer.Object(t, shapeOfCookieTokens)["accessToken"].(string)).Get(t, "/auth/me").Ok(t, 200)
	tabs := kit.AtOnce(10, func(int) *kit.Answer { return page(s, appPage, first).Post(t, "/auth/refresh", kit.Body{}) })
	for _, tab := range tabs {
		if tab.Ok(t, 200); kept(t, tab) != second {
			t.Error("two tabs have different sessions")
		}
	}
	third := kept(t, page(s, appPage, second).Post(t, "/auth/refresh", nil).Ok(t, 200))
	if third == second || second == first {
		t.Error("the cookie stays the same")
	}
	reused := page(s, appPage, first).Post(t, "/auth/refresh", nil).Failed(t, 401, "REFRESH_TOKEN_REUSED", "")
	if left := kept(t, reused); left != "" {
		t.Errorf("a session that was ended stays in the cookie: %q", left)
	}
	page(s, appPage, third).Post(t, "/auth/refresh", nil).Failed(t, 401, "SESSION_REVOKED", "")
	wantNoCookie(t, page(s, appPage, "").Post(t, "/auth/refresh", nil).Failed(t, 401, "REFRESH_TOKEN_INVALID", "refreshToken"))
}

func cookieIsForOwnPages(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, cookie := logInByCookie(t, s, m)
	for _, stranger := range []string{"https://evil.test", "http://app.test", "https://app.test.evil.test", "null", "http://127.0.0.1:1", ""} {
		body := kit.Body{"email": m.Email, "password": m.Password, "session": "cookie"}
		wantNoCookie(t, page(s, stranger, "").Post(t, "/auth/login", body).Failed(t, 403, "FORBIDDEN", ""))
		wantNoCookie(t, page(s, stranger, cookie).Post(t, "/auth/refresh", nil).Failed(t, 403, "FORBIDDEN", ""))
	}
	own := page(s, "http://"+s.Address, cookie).Post(t, "/auth/refresh", nil).Ok(t, 200)
	page(s, appPage, kept(t, own)).With("Sec-Fetch-Site", "same-site").Post(t, "/auth/refresh", nil).Ok(t, 200)
}

func cookieIsTakenAway(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	token, cookie := logInByCookie(t, s, m)
	in := page(s, appPage, cookie).As(token)
	wantNoCookie(t, page(s, appPage, cookie).As(s.Register(t).Token).Post(t, "/auth/logout", kit.Body{"scope": "global"})).Done(t, 200) // of another user
	wantNoCookie(t, in.Post(t, "/auth/logout", kit.Body{"scope": "others"})).Done(t, 200)
	out := in.With("Idempotency-Key", "the log-out of "+m.ID).Post(t, "/auth/logout", nil) // as pages and clients send it
	out.Done(t, 200)
	if left := kept(t, out); left != "" {
		t.Errorf("the cookie holds %q", left)
	}
	page(s, appPage, cookie).Post(t, "/auth/refresh", nil).Failed(t, 401, "SESSION_REVOKED", "")
}

func tokensComeWithoutACookie(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	body := kit.Body{"email": m.Email, "password": m.Password}
	for _, client := range []*kit.Client{s.Client(), page(s, appPage, ""), page(s, "https://evil.test", "")} {
		tokens := wantNoCookie(t, client.Post(t, "/auth/login", body)).Ok(t, 200).Object(t, kit.ShapeOfTokens)
		tokens = wantNoCookie(t, client.Post(t, "/auth/refresh", kit.Body{"refreshToken": tokens["refreshToken"]})).Ok(t, 200).Object(t, kit.ShapeOfTokens)
		in := client.As(tokens["accessToken"].(string))
		wantNoCookie(t, in.Get(t, "/auth/me")).Ok(t, 200)
		wantNoCookie(t, in.Post(t, "/auth/logout", nil)).Done(t, 200)
	}
}

func cookieOfEveryLogIn(t *testing.T, s *kit.Server) {
	email := kit.NewEmail()
	registered := page(s, appPage, "").Post(t, "/auth/register", kit.Body{"email": email, "password": "a password of the page", "session": "cookie"}).Ok(t, 201)
	registered.Object(t, shapeOfCookieTokens)
	kept(t, registered)

	m := s.Register(t)
	_, codes := m.EnableTwoFactor(t)
	body := kit.Body{"challengeToken": m.Challenge(t, s), "code": codes[0], "session": "cookie"}
	keyed := page(s, appPage, "").With("Idempotency-Key", "two factors")
	first := keyed.Post(t, "/auth/login/2fa", body).Ok(t, 200)
	again := keyed.Post(t, "/auth/login/2fa", body).Ok(t, 200)
	first.Object(t, shapeOfCookieTokens)
	if kept(t, again) != kept(t, first) || again.Header.Get("Idempotent-Replay") != "true" {
		t.Error("a repeated log-in does not repeat the cookie")
	}
	keyed.With("Origin", "https://evil.test").Post(t, "/auth/login/2fa", body).Failed(t, 403, "FORBIDDEN", "")
}
