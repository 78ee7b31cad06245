package platform_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

var limitState = regexp.MustCompile(`^"(\w+)";r=(\d+);t=(\d+)(, "(\w+)";r=(\d+);t=(\d+))*$`)

// flood calls until it is refused and returns the refusal and the number of calls before it.
func flood(t *testing.T, call func() *kit.Answer, most int) (*kit.Answer, int) {
	t.Helper()
	for calls := range most {
		if a := call(); a.Status == http.StatusTooManyRequests {
			return a, calls
		}
	}
	t.Fatalf("%d calls were let through", most)
	return nil, 0
}

func TestWhoCallsTooOftenIsToldWhenToComeBack(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.ServeLimited(t)
		m, other := s.Register(t), s.Register(t)
		for _, one := range []struct {
			name   string
			quota  int
			policy string
			call   func() *kit.Answer
		}{
			{"mail", 5, `"anonymous";q=60;w=60, "mail";q=5;w=60`, func() *kit.Answer {
				return s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": kit.NewEmail()})
			}},
			{"anonymous", 45, `"anonymous";q=60;w=60`, func() *kit.Answer { return s.Client().Get(t, "/auth/me") }},
			{"user", 300, `"user";q=300;w=60`, func() *kit.Answer { return m.Get(t, "/auth/me") }},
		} {
			refused, calls := flood(t, one.call, 3*one.quota+60)
			refused.Failed(t, 429, "RATE_LIMITED", "")
			if calls < one.quota {
				t.Errorf("%s: refused after %d calls, want %d at least", one.name, calls, one.quota)
			}
			kit.WantRetryAfter(t, refused, 60)
			if got := refused.Header.Get("RateLimit-Policy"); got != one.policy {
				t.Errorf("%s: RateLimit-Policy is %q, want %q", one.name, got, one.policy)
			}
			if got := refused.Header.Get("RateLimit"); !limitState.MatchString(got) || !strings.Contains(got, fmt.Sprintf("%q;r=0;", one.name)) {
				t.Errorf("%s: RateLimit is %q", one.name, got)
			}
		}
		for range 70 { // monitoring is never refused
			if a := s.Client().Fetch(t, http.MethodGet, "/healthz", nil); a.Status != http.StatusOK {
				t.Fatalf("/healthz answers %d", a.Status)
			}
		}
		// A user is counted separately from the address and from other users.
		other.Get(t, "/auth/me").Ok(t, 200)
	})
}

// left makes a call and returns how many more its caller has.
func left(t *testing.T, caller *kit.Client) int {
	t.Helper()
	state := limitState.FindStringSubmatch(caller.Get(t, "/auth/me").Header.Get("RateLimit"))
	if state == nil {
		t.Fatal("there is no RateLimit")
	}
	calls, err := strconv.Atoi(state[2])
	if err != nil {
		t.Fatal(err)
	}
	return calls
}

// Two processes on PostgreSQL count together; on SQLite there is only one.
func TestACallerHasOneQuotaHoweverManyProcessesThereAre(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		first := place.ServeLimited(t)
		second := first
		if place.Engine == database.Postgres {
			other := *place
			other.Folder = filepath.Join(t.TempDir(), "second")
			second = other.ServeLimited(t)
		}
		m := first.Register(t)
		// Checking costs a call too, which is added back: a user with a separate 300 at the second process would have
		// them however often we check.
		spent, asked := 0, 0
		testkit.Within(t, kit.Patience, "the second process knows what was spent at the first", func() bool {
			for tries := 0; tries < 600 && left(t, m.Client) > 50; tries++ { // plus what was restored meanwhile: five a second
				spent++
			}
			asked++
			return left(t, m.At(second))+asked <= 150
		})
		t.Logf("%d calls were spent at the first process, and %d at the second", spent, asked)
	})
}

func TestAClientBehindAProxyIsCountedByItsOwnAddress(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.ServeLimited(t, "--trusted-proxies", "127.0.0.0/8")
		from := func(address string) *kit.Client { return s.Client().With("X-Forwarded-For", address) }
		flood(t, func() *kit.Answer { return from("198.51.100.1, 203.0.113.7").Get(t, "/auth/me") }, 300)
		from("203.0.113.8").Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "")
		// Only what our own proxy has written counts, not what the client claims before that.
		from("203.0.113.9, 203.0.113.7").Get(t, "/auth/me").Failed(t, 429, "RATE_LIMITED", "")
		flood(t, func() *kit.Answer { return from("2001:db8:0:1::1").Get(t, "/auth/me") }, 300)
		from("2001:db8:0:1:ffff::9").Get(t, "/auth/me").Failed(t, 429, "RATE_LIMITED", "")
		from("2001:db8:0:2::1").Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "")

		email := kit.NewEmail()
		tokens := from("203.0.113.10").Post(t, "/auth/register", kit.Body{"email": email, "password": "a password from afar"}).
			Ok(t, 201).Object(t, kit.ShapeOfTokens)
		m := kit.NewMember(s, email, "", tokens)
		if sessions := m.Get(t, "/auth/sessions").Ok(t, 200).List(t, kit.ShapeOfSession, nil); sessions[0]["ipAddress"] != "203.0.113.10" {
			t.Errorf("the session is of %v", sessions[0]["ipAddress"])
		}
	})
}
