package edge_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
)

func limited(o *edge.Options) { o.RateLimit = true }

func TestAUserHas300RequestsAMinute(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, limited)
	me := edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"}
	answer := e.Send(t, me)
	edgetest.WantHeader(t, answer, "RateLimit-Policy", `"user";q=300;w=60`)
	edgetest.WantHeader(t, answer, "RateLimit", `"user";r=299;t=1`)
	for range 299 {
		edgetest.WantStatus(t, e.Send(t, me), http.StatusOK)
	}
	answer = e.Send(t, me)
	edgetest.WantFailure(t, answer, http.StatusTooManyRequests, fault.RateLimited)
	edgetest.WantHeader(t, answer, "RateLimit", `"user";r=0;t=60`)
	edgetest.WantHeader(t, answer, "Retry-After", "1")

	me.Token = "bob"
	edgetest.WantStatus(t, e.Send(t, me), http.StatusOK) // from the same address

	me.Token = "alice"
	e.Clock.Advance(time.Second)
	for range 5 {
		edgetest.WantStatus(t, e.Send(t, me), http.StatusOK)
	}
	edgetest.WantStatus(t, e.Send(t, me), http.StatusTooManyRequests)
	e.Clock.Advance(time.Minute)
	edgetest.WantHeader(t, e.Send(t, me), "RateLimit", `"user";r=299;t=1`)
}

func TestWithoutAValidTokenTheAddressHas60RequestsAMinute(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, limited)
	for i := range 60 {
		// Unknown routes and invalid tokens count the same.
		sent := []edgetest.Request{
			{Method: "GET", Path: "/api/v1/auth/me"}, {Method: "GET", Path: "/api/v1/nothing"},
			{Method: "GET", Path: "/api/v1/auth/me", Token: fmt.Sprint("junk-", i)},
		}[i%3]
		if answer := e.Send(t, sent); answer.Code == http.StatusTooManyRequests {
			t.Fatalf("request %d was refused", i)
		}
	}
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "junk"})
	edgetest.WantFailure(t, answer, http.StatusTooManyRequests, fault.RateLimited)
	edgetest.WantHeader(t, answer, "RateLimit-Policy", `"anonymous";q=60;w=60`)
	edgetest.WantHeader(t, answer, "RateLimit", `"anonymous";r=0;t=60`)

	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"}), http.StatusOK)
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", From: "192.0.2.99:1"}), http.StatusUnauthorized)
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/healthz"}), http.StatusOK)
}

func TestOperationsThatInviteGuessingHaveTighterLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, body, token, policy string
		quota                     int
	}{
		{"/api/v1/auth/login", `{"email":"a@b.test","password":"x"}`, "", `"anonymous";q=60;w=60, "login";q=30;w=60`, 30},
		{"/api/v1/auth/login", `{"email":"a@b.test","password":"x"}`, "alice", `"user";q=300;w=60, "login";q=30;w=60`, 30},
		{"/api/v1/auth/password/forgot", `{"email":"a@b.test"}`, "", `"anonymous";q=60;w=60, "mail";q=5;w=60`, 5},
		{"/api/v1/auth/register", `{}`, "", `"anonymous";q=60;w=60, "register";q=20;w=60`, 20},
		{"/api/v1/auth/phone/verify", `{"code":"1"}`, "alice", `"user";q=300;w=60, "code";q=10;w=60`, 10},
		{"/api/v1/auth/reauthenticate", `{"password":"1"}`, "alice", `"user";q=300;w=60, "password";q=10;w=60, "login";q=30;w=60`, 10},
		{"/api/v1/auth/2fa/backup-codes", ``, "alice", `"user";q=300;w=60, "code";q=10;w=60`, 10},
		{"/api/v1/auth/passkeys", `{}`, "alice", `"user";q=300;w=60, "code";q=10;w=60`, 10},
	} {
		t.Run(c.path+c.token, func(t *testing.T) {
			t.Parallel()
			e := newEdge(t, &edgetest.Operations{}, limited)
			sent := edgetest.Request{Method: "POST", Path: c.path, Body: c.body, Token: c.token}
			for i := range c.quota {
				answer := e.Send(t, sent)
				edgetest.WantHeader(t, answer, "RateLimit-Policy", c.policy)
				if answer.Code == http.StatusTooManyRequests {
					t.Fatalf("request %d was refused", i)
				}
			}
			answer := e.Send(t, sent)
			edgetest.WantFailure(t, answer, http.StatusTooManyRequests, fault.RateLimited)
			edgetest.WantHeader(t, answer, "Retry-After", fmt.Sprint(60/c.quota))
			// Operations without a tight limit still work.
			if e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: c.token}).Code == http.StatusTooManyRequests {
				t.Error("everything else is refused too")
			}
		})
	}
}

// Otherwise a caller with many accounts could make as many guesses from one address as from many.
func TestLogInsAreCountedByAddressWhoeverIsLoggedIn(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, limited)
	login := edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Body: `{"email":"a@b.test","password":"x"}`}
	for i := range 30 {
		login.Token = []string{"alice", "bob", ""}[i%3]
		edgetest.WantStatus(t, e.Send(t, login), http.StatusUnauthorized)
	}
	for _, login.Token = range []string{"alice", "bob", ""} {
		edgetest.WantFailure(t, e.Send(t, login), http.StatusTooManyRequests, fault.RateLimited)
	}
}

func TestIPv6IsCountedByItsNetwork(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, limited)
	for i := range 60 {
		e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", From: fmt.Sprintf("[2001:db8:1:2::%x]:9", i+1)})
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", From: "[2001:db8:1:2:ffff::1]:9"}), http.StatusTooManyRequests)
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", From: "[2001:db8:1:3::1]:9"}), http.StatusUnauthorized)
}

func TestLimitsCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for range 400 {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
		edgetest.WantStatus(t, answer, http.StatusOK)
		edgetest.WantHeader(t, answer, "RateLimit", "")
		edgetest.WantHeader(t, answer, "RateLimit-Policy", "")
	}
}

func TestForwardedAddressesAreBelievedFromOurProxiesOnly(t *testing.T) {
	t.Parallel()
	proxies := func(o *edge.Options) {
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48")}
	}
	e := newEdge(t, &edgetest.Operations{}, proxies)
	for _, c := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"no proxy", "192.0.2.1:1", nil, "192.0.2.1"},
		{"a stranger who claims to be a proxy", "192.0.2.1:1", []string{"203.0.113.5"}, "192.0.2.1"},
		{"a proxy without a header", "10.1.1.1:1", nil, "10.1.1.1"},
		{"a proxy", "10.1.1.1:1", []string{"203.0.113.5"}, "203.0.113.5"},
		{"a lie before the truth", "10.1.1.1:1", []string{"1.2.3.4, 203.0.113.5"}, "203.0.113.5"},
		{"two proxies", "10.1.1.1:1", []string{"1.2.3.4, 203.0.113.5 , 10.2.2.2"}, "203.0.113.5"},
		{"two headers", "10.1.1.1:1", []string{"203.0.113.5", "10.2.2.2"}, "203.0.113.5"},
		{"only proxies", "10.1.1.1:1", []string{"10.3.3.3, 10.2.2.2"}, "10.3.3.3"},
		{"junk", "10.1.1.1:1", []string{"203.0.113.5, unknown"}, "10.1.1.1"},
		{"junk behind a proxy", "10.1.1.1:1", []string{"unknown, 10.2.2.2"}, "10.2.2.2"},
		{"an empty element", "10.1.1.1:1", []string{"203.0.113.5,"}, "10.1.1.1"},
		{"with a port", "10.1.1.1:1", []string{"203.0.113.5:8080"}, "203.0.113.5"},
		{"IPv6", "[2001:db8:ffff::1]:1", []string{"2001:db8::7"}, "2001:db8::7"},
		{"IPv6 with a port", "10.1.1.1:1", []string{"[2001:db8::7]:80"}, "2001:db8::7"},
		{"IPv6 in brackets", "10.1.1.1:1", []string{"[2001:db8::7]"}, "2001:db8::7"},
		{"IPv4 in IPv6", "[::ffff:10.1.1.1]:1", []string{"::ffff:203.0.113.5"}, "203.0.113.5"},
		{"a zone", "[fe80::1%eth0]:1", nil, "fe80::1"},
		{"a Unix socket", "@", []string{"203.0.113.5"}, ""},
	} {
		r := edgetest.NewRequest(t, "GET", "/api/v1/auth/me")
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.forwarded
		if seen := e.AddressSeen(t, r); seen != c.want {
			t.Errorf("%s: the address is %q, want %q", c.name, seen, c.want)
		}
	}
}

func TestFilesAreReadFiveTimesAMinute(t *testing.T) {
	t.Parallel()
	for _, path := range []string{statementPath, "/api/v1/auth/me/export"} {
		e := newEdge(t, &edgetest.Operations{}, limited)
		for range 5 {
			edgetest.WantHeader(t, e.Send(t, edgetest.Request{Method: "GET", Path: path, Token: "alice"}), "RateLimit-Policy", `"user";q=300;w=60, "download";q=5;w=60`)
		}
		edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "GET", Path: path, Token: "alice"}), http.StatusTooManyRequests, fault.RateLimited)
	}
}
