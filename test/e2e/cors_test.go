package e2e_test

import (
	"net/http"
	"strings"
	"testing"
)

// asked is the question that a browser asks before it lets a page of the origin call.
func asked(t *testing.T, s *server, origin string) *answer {
	t.Helper()
	return s.client().with("Origin", origin).with("Access-Control-Request-Method", http.MethodPost).
		fetch(t, http.MethodOptions, "/api/v1/auth/login", nil)
}

func wantNoCORS(t *testing.T, a *answer) {
	t.Helper()
	for name := range a.header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("%s: %s is %q", a.call, name, a.header.Get(name))
		}
	}
}

func corsIsOff(t *testing.T, s *server) {
	question := asked(t, s, "https://app.example.test").ok(t, 405)
	wantNoCORS(t, question)
	wantNoCORS(t, s.client().with("Origin", "https://app.example.test").get(t, "/auth/me"))
}

func TestPagesOfTheConfiguredOriginsMayCall(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		const ours, theirs = "https://app.example.test", "https://evil.example.test"
		s := place.serve(t, "--cors-origins", ours+",http://localhost:3000")
		for _, origin := range []string{ours, "http://localhost:3000"} {
			question := asked(t, s, origin).ok(t, 204)
			for name, want := range map[string]string{
				"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Methods": "POST",
				"Access-Control-Allow-Headers": "Authorization", "Vary": "Origin",
			} {
				if got := question.header.Get(name); !strings.Contains(got, want) {
					t.Errorf("%s from %s: %s is %q, want %q", question.call, origin, name, got, want)
				}
			}
			a := s.client().with("Origin", origin).get(t, "/auth/me").failed(t, 401, "UNAUTHORIZED", "")
			if a.header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(a.header.Get("Access-Control-Expose-Headers"), "X-Request-Id") {
				t.Errorf("a page of %s gets %v", origin, a.header)
			}
			if a.header.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("cookies are allowed")
			}
		}
		wantNoCORS(t, asked(t, s, theirs).ok(t, 405))
		wantNoCORS(t, s.client().with("Origin", theirs).get(t, "/auth/me"))
		wantNoCORS(t, s.client().with("Origin", ours+".evil.test").get(t, "/auth/me"))
	})
}
