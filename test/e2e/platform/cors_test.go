package platform_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

// asked is the preflight request that a browser sends before a page of the origin may call.
func asked(t *testing.T, s *kit.Server, origin string) *kit.Answer {
	t.Helper()
	return s.Client().With("Origin", origin).With("Access-Control-Request-Method", http.MethodPost).
		Fetch(t, http.MethodOptions, "/api/v1/auth/login", nil)
}

func wantNoCORS(t *testing.T, a *kit.Answer) {
	t.Helper()
	for name := range a.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("%s: %s is %q", a.Call, name, a.Header.Get(name))
		}
	}
}

func corsIsOff(t *testing.T, s *kit.Server) {
	question := asked(t, s, "https://app.example.test").Ok(t, 405)
	wantNoCORS(t, question)
	wantNoCORS(t, s.Client().With("Origin", "https://app.example.test").Get(t, "/auth/me"))
}

func TestPagesOfTheConfiguredOriginsMayCall(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		const ours, theirs = "https://app.example.test", "https://evil.example.test"
		s := place.Serve(t, "--cors-origins", ours+",http://localhost:3000")
		for _, origin := range []string{ours, "http://localhost:3000"} {
			question := asked(t, s, origin).Ok(t, 204)
			for name, want := range map[string]string{
				"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Methods": "POST",
				"Access-Control-Allow-Headers": "Authorization", "Vary": "Origin",
			} {
				if got := question.Header.Get(name); !strings.Contains(got, want) {
					t.Errorf("%s from %s: %s is %q, want %q", question.Call, origin, name, got, want)
				}
			}
			a := s.Client().With("Origin", origin).Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "")
			if a.Header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(a.Header.Get("Access-Control-Expose-Headers"), "X-Request-Id") {
				t.Errorf("a page of %s gets %v", origin, a.Header)
			}
			if a.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("cookies are allowed")
			}
		}
		wantNoCORS(t, asked(t, s, theirs).Ok(t, 405))
		wantNoCORS(t, s.Client().With("Origin", theirs).Get(t, "/auth/me"))
		wantNoCORS(t, s.Client().With("Origin", ours+".evil.test").Get(t, "/auth/me"))
	})
}

// wantOpenToThisMachine checks that a front end served on this machine, on any port, may call the demo.
func wantOpenToThisMachine(t *testing.T, s *kit.Server) {
	t.Helper()
	for _, origin := range []string{"http://localhost:5173", "http://127.0.0.1:3000", "http://localhost"} {
		if question := asked(t, s, origin).Ok(t, 204); question.Header.Get("Access-Control-Allow-Origin") != origin {
			t.Errorf("a page of %s gets %v", origin, question.Header)
		}
	}
	for _, origin := range []string{"http://localhost:5173.evil.test", "http://evil.test:5173", "http://localhost.evil.test", "https://localhost:5173"} {
		wantNoCORS(t, asked(t, s, origin).Ok(t, 405))
	}
}
