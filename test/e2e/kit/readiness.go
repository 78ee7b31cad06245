package kit

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"bourse/internal/testkit"
)

// readiness is the answer of /readyz.
type readiness struct {
	http       int
	retryAfter string
	state      string
	reasons    map[string]string // by component
}

// readiness reads whether the server is ready, and checks that the status agrees with the body.
func (s *Server) readiness(t *testing.T) readiness {
	t.Helper()
	a := s.Client().Fetch(t, http.MethodGet, "/readyz", nil)
	var content struct {
		Success bool
		Data    struct {
			Status  string
			Reasons []struct{ Component, Message string }
		}
		Error struct{ Code string }
	}
	if err := json.Unmarshal(a.Text, &content); err != nil {
		t.Fatalf("/readyz answers %s: %v", a.Text, err)
	}
	serves := content.Data.Status == "ready" || content.Data.Status == "degraded"
	wantStatus, wantCode := 503, "SERVICE_UNAVAILABLE"
	if serves {
		wantStatus, wantCode = 200, ""
	}
	if a.Status != wantStatus || content.Success != serves || content.Error.Code != wantCode || (a.Header.Get("Retry-After") == "") != serves {
		t.Fatalf("/readyz answers %d, Retry-After %q: %s", a.Status, a.Header.Get("Retry-After"), a.Text)
	}
	if text := string(a.Text); strings.Contains(text, "SQL") || strings.Contains(text, "postgres") || strings.Contains(text, s.Place.Folder) {
		t.Errorf("/readyz tells what is inside: %s", text)
	}
	r := readiness{http: a.Status, retryAfter: a.Header.Get("Retry-After"), state: content.Data.Status, reasons: map[string]string{}}
	for _, reason := range content.Data.Reasons {
		r.reasons[reason.Component] = reason.Message
	}
	return r
}

// AwaitReadiness waits for a state, caused by a component unless that is empty, and returns the reason.
func (s *Server) AwaitReadiness(t *testing.T, state, component string) (reason string) {
	t.Helper()
	var last readiness
	testkit.Within(t, Patience, fmt.Sprintf("/readyz is %s because of %q", state, component), func() bool {
		last = s.readiness(t)
		reason = last.reasons[component]
		return last.state == state && (component == "" || reason != "")
	})
	t.Logf("/readyz: %d %s, %v", last.http, last.state, last.reasons)
	return reason
}

// AwaitServing waits until a load balancer would send requests: before that, traded instruments may have no price.
func (s *Server) AwaitServing(t *testing.T) {
	t.Helper()
	testkit.Within(t, Patience, "/readyz answers 200", func() bool { return s.readiness(t).http == http.StatusOK })
}
