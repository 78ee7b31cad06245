package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
)

// cookieOperations exchange the cookie for the next one and count the exchanges.
type cookieOperations struct {
	edgetest.Operations
	exchanged int
}

func (o *cookieOperations) RefreshTokens(ctx context.Context, _ oas.OptRefreshRequest) (oas.RefreshTokensRes, error) {
	token, err := edge.SessionCookie(ctx)
	if err != nil {
		return nil, err
	}
	o.exchanged++
	edge.SetSessionCookie(ctx, "after-"+token, time.Now().Add(time.Hour))
	return &oas.TokensEnvelope{Success: true, Data: oas.Tokens{TokenType: "Bearer"}}, nil
}

func (o *cookieOperations) Logout(ctx context.Context, _ oas.OptLogoutRequest) (oas.LogoutRes, error) {
	edge.ClearSessionCookie(ctx)
	return &oas.DoneEnvelope{Success: true}, nil
}

func newCookieEdge(t *testing.T) (*edgetest.Edge, *cookieOperations) {
	t.Helper()
	e, ops := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.CORSOrigins = []string{"https://app.test", "*"} }), &cookieOperations{}
	var err error
	if e.Handler, err = edge.NewHandler(e.Options, ops); err != nil {
		t.Fatal(err)
	}
	return e, ops
}

const given = "__Host-bourse_session=one"

func TestOnlyAnOwnPageUsesTheSessionInACookie(t *testing.T) {
	t.Parallel()
	e, ops := newCookieEdge(t)
	for name, c := range map[string]struct {
		header map[string]string
		want   fault.Code
	}{
		"of this origin":                  {map[string]string{"Cookie": given, "Sec-Fetch-Site": "same-origin", "Origin": "https://example.com"}, ""},
		"of this origin, behind a proxy":  {map[string]string{"Cookie": given, "Sec-Fetch-Site": "same-origin", "Origin": "https://other.test"}, ""},
		"of this origin, an old browser":  {map[string]string{"Cookie": given, "Origin": "https://Example.com"}, ""},
		"of an origin that is allowed":    {map[string]string{"Cookie": given, "Sec-Fetch-Site": "same-site", "Origin": "https://app.test"}, ""},
		"of a neighbour":                  {map[string]string{"Cookie": given, "Sec-Fetch-Site": "same-site", "Origin": "https://evil.example.com"}, fault.Forbidden},
		"of a neighbour, an old browser":  {map[string]string{"Cookie": given, "Origin": "https://evil.example.com"}, fault.Forbidden},
		"of this host without encryption": {map[string]string{"Cookie": given, "Sec-Fetch-Site": "cross-site", "Origin": "http://example.com"}, fault.Forbidden},
		"of another port":                 {map[string]string{"Cookie": given, "Origin": "https://example.com:8443"}, fault.Forbidden},
		"of somebody else":                {map[string]string{"Cookie": given, "Sec-Fetch-Site": "cross-site", "Origin": "https://evil.test"}, fault.Forbidden},
		"that hides its origin":           {map[string]string{"Cookie": given, "Sec-Fetch-Site": "cross-site", "Origin": "null"}, fault.Forbidden},
		"that hides, an old browser":      {map[string]string{"Cookie": given, "Origin": "null"}, fault.Forbidden},
		"that a link leads to":            {map[string]string{"Cookie": given, "Sec-Fetch-Site": "none"}, fault.Forbidden},
		"none":                            {map[string]string{"Cookie": given}, fault.Forbidden},
		"without a cookie":                {map[string]string{"Sec-Fetch-Site": "same-origin"}, fault.RefreshTokenInvalid},
		"with a cookie that was planted":  {map[string]string{"Sec-Fetch-Site": "same-origin", "Cookie": given + "; __Host-bourse_session=two"}, fault.RefreshTokenInvalid},
	} {
		before := ops.exchanged
		answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/refresh", Header: c.header})
		if c.want != "" {
			edgetest.WantFailure(t, answer, map[fault.Code]int{fault.Forbidden: 403, fault.RefreshTokenInvalid: 401}[c.want], c.want)
			edgetest.WantHeader(t, answer, "Set-Cookie", "")
			if ops.exchanged != before {
				t.Errorf("a page %s has used the cookie", name)
			}
			continue
		}
		edgetest.WantStatus(t, answer, http.StatusOK)
		set := answer.Result().Cookies()
		if len(set) != 1 || set[0].Name != "__Host-bourse_session" || set[0].Value != "after-one" || set[0].Path != "/" || set[0].Domain != "" ||
			!set[0].Secure || !set[0].HttpOnly || set[0].SameSite != http.SameSiteStrictMode || set[0].MaxAge < 3590 || set[0].MaxAge > 3600 {
			t.Errorf("a page %s is told to keep %v", name, answer.Header()["Set-Cookie"])
		}
	}
}

func TestCredentialsAreAllowedToNamedOriginsWhereTheCookieIsKnown(t *testing.T) {
	t.Parallel()
	e, _ := newCookieEdge(t)
	for _, c := range []struct{ path, origin, allowed, credentials string }{
		{"/auth/refresh", "https://app.test", "https://app.test", "true"},
		{"/auth/login", "https://app.test", "https://app.test", "true"},
		{"/auth/me", "https://app.test", "*", ""},
		{"/trading/stream", "https://app.test", "*", ""},
		{"/auth/refresh", "https://evil.test", "*", ""},
		{"/auth/refresh", "null", "*", ""},
	} {
		answer := e.Send(t, edgetest.Request{Method: "OPTIONS", Path: "/api/v1" + c.path, Header: map[string]string{
			"Origin": c.origin, "Access-Control-Request-Method": "POST",
		}})
		edgetest.WantStatus(t, answer, http.StatusNoContent)
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Origin", c.allowed)
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Credentials", c.credentials)
	}
}

func TestARepeatedExchangeOfACookieIsOfThatCookie(t *testing.T) {
	t.Parallel()
	e, ops := newCookieEdge(t)
	exchange := func(cookie, page, from string) (int, string) {
		answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/refresh", From: from, Header: map[string]string{
			"Cookie": "__Host-bourse_session=" + cookie, "Origin": page, "Idempotency-Key": "same",
		}})
		return answer.Code, strings.Split(answer.Header().Get("Set-Cookie"), ";")[0]
	}
	for _, c := range []struct {
		cookie, page, from string
		status             int
		set                string
		exchanged          int
	}{
		{"one", "https://app.test", "192.0.2.1:1", 200, "__Host-bourse_session=after-one", 1},
		{"one", "https://app.test", "192.0.2.1:2", 200, "__Host-bourse_session=after-one", 1},
		{"one", "https://app.test", "198.51.100.7:1", 200, "__Host-bourse_session=after-one", 1}, // the Wi-Fi is gone
		{"one", "https://evil.test", "192.0.2.1:1", 403, "", 1},
		{"two", "https://app.test", "192.0.2.1:1", 200, "__Host-bourse_session=after-two", 2}, // somebody else behind the address
	} {
		if status, set := exchange(c.cookie, c.page, c.from); status != c.status || set != c.set || ops.exchanged != c.exchanged {
			t.Errorf("%s by %s from %s: %d %q after %d exchanges, want %+v", c.cookie, c.page, c.from, status, set, ops.exchanged, c)
		}
	}
}

func TestACookieIsTakenFromWhoHasOne(t *testing.T) {
	t.Parallel()
	e, _ := newCookieEdge(t)
	answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/logout", Token: "alice"})
	edgetest.WantHeader(t, answer, "Set-Cookie", "")
	answer = e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/logout", Token: "alice", Header: map[string]string{"Cookie": given}})
	if set := answer.Result().Cookies(); len(set) != 1 || set[0].MaxAge >= 0 || set[0].Value != "" {
		t.Errorf("the cookie is %v", answer.Header()["Set-Cookie"])
	}
}
