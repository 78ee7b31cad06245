package auth_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/egress"
)

// local allows token requests to loopback over plain HTTP.
var local = egress.Policy{AllowHTTP: true, AllowLoopback: true}

func newParser(t *testing.T, policy egress.Policy, now func() time.Time) *auth.Parser {
	t.Helper()
	parser := auth.NewParser(policy, now)
	t.Cleanup(parser.Close)
	return parser
}

func parse(t *testing.T, kind, config string) auth.Method {
	t.Helper()
	method, err := newParser(t, local, time.Now).Parse(kind, []byte(config))
	if err != nil {
		t.Fatal(err)
	}
	return method
}

// wantConfigError checks which field the error names.
func wantConfigError(t *testing.T, err error, field string) *auth.ConfigError {
	t.Helper()
	var failure *auth.ConfigError
	if !errors.As(err, &failure) {
		t.Fatalf("got %v, want a ConfigError about %s", err, field)
	}
	if failure.Field != field || failure.Reason == "" {
		t.Errorf("got %q (%s), want one about %s", failure.Field, failure.Reason, field)
	}
	return failure
}

func apply(t *testing.T, method auth.Method, body string) http.Header {
	t.Helper()
	header := http.Header{}
	if err := method.Apply(t.Context(), header, []byte(body)); err != nil {
		t.Fatal(err)
	}
	return header
}

func newClock() *testkit.Clock { return testkit.NewClock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) }

// tokenServer is a token endpoint that issues token-1, token-2 and so on.
type tokenServer struct {
	url   string
	mutex sync.Mutex
	forms []map[string]string // of the requests so far
	reply func(w http.ResponseWriter, number int)
}

func newTokenServer(t *testing.T, reply func(w http.ResponseWriter, number int)) *tokenServer {
	t.Helper()
	s := &tokenServer{reply: reply}
	server := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *tokenServer) serve(w http.ResponseWriter, r *http.Request) {
	username, password, _ := r.BasicAuth()
	form := map[string]string{
		"grant": r.FormValue("grant_type"), "scope": r.FormValue("scope"),
		"client": username + r.FormValue("client_id"), "secret": password + r.FormValue("client_secret"),
	}
	s.mutex.Lock()
	s.forms = append(s.forms, form)
	number := len(s.forms)
	s.mutex.Unlock()
	s.reply(w, number)
}

func (s *tokenServer) requests() []map[string]string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.forms
}

// config is the authConfig of an endpoint that uses the server.
func (s *tokenServer) config() string {
	text, _ := json.Marshal(map[string]any{
		"tokenUrl": s.url + "/token", "clientId": "bourse", "clientSecret": clientSecret, "scopes": []string{"hooks.write", "hooks.read"},
	})
	return string(text)
}

const clientSecret = "s3cret-of-the-client-0123456789"

// write answers with JSON.
func write(w http.ResponseWriter, status int, answer map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}
