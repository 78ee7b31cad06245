package e2e_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var limitState = regexp.MustCompile(`^"(\w+)";r=(\d+);t=(\d+)(, "(\w+)";r=(\d+);t=(\d+))*$`)

// flood calls until it is refused and returns the refusal and how many calls came before it.
func flood(t *testing.T, call func() *answer, most int) (*answer, int) {
	t.Helper()
	for calls := range most {
		if a := call(); a.status == http.StatusTooManyRequests {
			return a, calls
		}
	}
	t.Fatalf("%d calls were let through", most)
	return nil, 0
}

func TestWhoCallsTooOftenIsToldWhenToComeBack(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serveLimited(t)
		m, other := s.register(t), s.register(t)
		for _, one := range []struct {
			name   string
			quota  int
			policy string
			call   func() *answer
		}{
			{"mail", 5, `"anonymous";q=60;w=60, "mail";q=5;w=60`, func() *answer {
				return s.client().post(t, "/auth/password/forgot", body{"email": newEmail()})
			}},
			{"anonymous", 45, `"anonymous";q=60;w=60`, func() *answer { return s.client().get(t, "/auth/me") }},
			{"user", 300, `"user";q=300;w=60`, func() *answer { return m.get(t, "/auth/me") }},
		} {
			refused, calls := flood(t, one.call, 3*one.quota+60)
			refused.failed(t, 429, "RATE_LIMITED", "")
			if calls < one.quota {
				t.Errorf("%s: refused after %d calls, want %d at least", one.name, calls, one.quota)
			}
			wantRetryAfter(t, refused, 60)
			if got := refused.header.Get("RateLimit-Policy"); got != one.policy {
				t.Errorf("%s: RateLimit-Policy is %q, want %q", one.name, got, one.policy)
			}
			if got := refused.header.Get("RateLimit"); !limitState.MatchString(got) || !strings.Contains(got, fmt.Sprintf("%q;r=0;", one.name)) {
				t.Errorf("%s: RateLimit is %q", one.name, got)
			}
		}
		for range 70 { // what watches over the server is never refused
			if a := s.client().fetch(t, http.MethodGet, "/healthz", nil); a.status != http.StatusOK {
				t.Fatalf("/healthz answers %d", a.status)
			}
		}
		// A user is counted apart from the address and from other users.
		other.get(t, "/auth/me").ok(t, 200)
	})
}

func TestAClientBehindAProxyIsCountedByItsOwnAddress(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serveLimited(t, "--trusted-proxies", "127.0.0.0/8")
		from := func(address string) *client { return s.client().with("X-Forwarded-For", address) }
		flood(t, func() *answer { return from("198.51.100.1, 203.0.113.7").get(t, "/auth/me") }, 300)
		from("203.0.113.8").get(t, "/auth/me").failed(t, 401, "UNAUTHORIZED", "")
		// Only what our own proxy has written counts, not what the client claims before that.
		from("203.0.113.9, 203.0.113.7").get(t, "/auth/me").failed(t, 429, "RATE_LIMITED", "")
		flood(t, func() *answer { return from("2001:db8:0:1::1").get(t, "/auth/me") }, 300)
		from("2001:db8:0:1:ffff::9").get(t, "/auth/me").failed(t, 429, "RATE_LIMITED", "")
		from("2001:db8:0:2::1").get(t, "/auth/me").failed(t, 401, "UNAUTHORIZED", "")

		email := newEmail()
		tokens := from("203.0.113.10").post(t, "/auth/register", body{"email": email, "password": "a password from afar"}).
			ok(t, 201).object(t, shapeOfTokens)
		m := newMember(s, email, "", tokens)
		if sessions := m.get(t, "/auth/sessions").ok(t, 200).list(t, shapeOfSession, nil); sessions[0]["ipAddress"] != "203.0.113.10" {
			t.Errorf("the session is of %v", sessions[0]["ipAddress"])
		}
	})
}

func TestTheLimitsCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t)
		for range 100 {
			a := s.client().get(t, "/auth/me").failed(t, 401, "UNAUTHORIZED", "")
			if a.header.Get("RateLimit") != "" {
				t.Fatalf("RateLimit is %q", a.header.Get("RateLimit"))
			}
		}
	})
}
