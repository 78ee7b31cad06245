package httpapi_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"bourse/api"
	"bourse/internal/fault"
	"bourse/internal/health"
	"bourse/internal/httpapi"
	"bourse/internal/telemetry"
)

func TestHealthIsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	for path, want := range map[string]string{
		"/healthz": `{"success":true}`, "/readyz": `{"success":true,"data":{"status":"ready","reasons":[]}}`,
	} {
		answer := e.send(t, request{method: "GET", path: path})
		wantStatus(t, answer, http.StatusOK)
		if strings.TrimSpace(answer.Body.String()) != want {
			t.Errorf("%s answers %s", path, answer.Body)
		}
	}
}

func TestADegradedProcessServesAndSaysWhy(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{}, func(o *httpapi.Options) {
		o.Health = func(context.Context) health.Report {
			return health.Report{Status: health.Degraded, Reasons: []health.Reason{{Component: "mail", Message: "it is away"}}}
		}
	})
	answer := e.send(t, request{method: "GET", path: "/readyz"})
	wantStatus(t, answer, http.StatusOK)
	want := `{"success":true,"data":{"status":"degraded","reasons":[{"component":"mail","message":"it is away"}]}}`
	if strings.TrimSpace(answer.Body.String()) != want {
		t.Errorf("it answers %s", answer.Body)
	}
}

func TestAProcessThatCannotServeIsNotReadyButAlive(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{}, func(o *httpapi.Options) {
		o.Health = func(context.Context) health.Report {
			return health.Report{Status: health.Unready, Reasons: []health.Reason{{Component: "database", Message: "it is down"}}}
		}
	})
	answer := e.send(t, request{method: "GET", path: "/readyz"})
	wantStatus(t, answer, http.StatusServiceUnavailable)
	wantHeader(t, answer, "Retry-After", "1")
	want := `{"success":false,"data":{"status":"unready","reasons":[{"component":"database","message":"it is down"}]},` +
		`"error":{"message":"not ready to serve; database: it is down","code":"SERVICE_UNAVAILABLE"}}`
	if strings.TrimSpace(answer.Body.String()) != want {
		t.Errorf("it answers %s", answer.Body)
	}
	if line := lastLine(t, e); line["error"] != "not ready to serve; database: it is down" {
		t.Errorf("logged %v", line)
	}
	wantStatus(t, e.send(t, request{method: "GET", path: "/healthz"}), http.StatusOK)
}

func TestTheContractIsServedInBothForms(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	answer := e.send(t, request{method: "GET", path: "/openapi.yaml"})
	wantHeader(t, answer, "Content-Type", "application/yaml; charset=utf-8")
	if answer.Body.String() != string(api.OpenAPI) {
		t.Error("/openapi.yaml is not the contract")
	}
	answer = e.send(t, request{method: "GET", path: "/openapi.json"})
	wantHeader(t, answer, "Content-Type", "application/json; charset=utf-8")
	var document struct {
		OpenAPI string                     `json:"openapi"`
		Paths   map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if document.OpenAPI != "3.0.3" || len(document.Paths) != strings.Count(string(api.OpenAPI), "\n  /") {
		t.Errorf("version %q with %d paths", document.OpenAPI, len(document.Paths))
	}
}

func TestTheKeySetMayBeKeptForAWhile(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{}, func(o *httpapi.Options) { o.JWKS = func() []byte { return []byte(`{"keys":[]}`) } })
	answer := e.send(t, request{method: "GET", path: "/.well-known/jwks.json"})
	wantStatus(t, answer, http.StatusOK)
	wantHeader(t, answer, "Cache-Control", "public, max-age=300")
	if answer.Body.String() != `{"keys":[]}` {
		t.Errorf("got %s", answer.Body)
	}
}

func TestRequestsAreCountedByOperation(t *testing.T) {
	t.Parallel()
	names, err := httpapi.Operations()
	if err != nil {
		t.Fatal(err)
	}
	metrics := telemetry.NewMetrics(names, nil)
	e := newEdge(t, &operations{}, func(o *httpapi.Options) { o.Metrics = metrics })
	e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice"})
	e.send(t, request{method: "GET", path: "/api/v1/auth/me"})
	e.send(t, request{method: "GET", path: "/api/v1/nothing"})
	wantFailure(t, e.send(t, request{method: "GET", path: "/metrics"}), http.StatusNotFound, fault.NotFound) // they are not public
	page := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(page, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	scraped := page.Body.String()
	for _, want := range []string{
		`bourse_http_requests_total{operation="getMe",status="2xx"} 1`, `bourse_http_requests_total{operation="getMe",status="4xx"} 1`,
		`bourse_http_requests_total{operation="unknown",status="4xx"} 2`, `bourse_http_requests_in_flight 0`,
	} {
		if !strings.Contains(scraped, want) {
			t.Errorf("%s is not in the metrics", want)
		}
	}
}

func TestTheReferenceLoadsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	home := e.send(t, request{method: "GET", path: "/"})
	wantStatus(t, home, http.StatusFound)
	answer := e.send(t, request{method: "GET", path: home.Header().Get("Location")})
	wantStatus(t, answer, http.StatusOK)
	wantHeader(t, answer, "Content-Type", "text/html; charset=utf-8")
	wantHeader(t, answer, "X-Frame-Options", "DENY")
	wantHeader(t, answer, "Referrer-Policy", "no-referrer")
	content, policy := answer.Body.String(), answer.Header().Get("Content-Security-Policy")
	references := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(content, -1)
	if len(references) < 4 {
		t.Fatalf("the page has %d references", len(references))
	}
	for _, reference := range references {
		asset := e.send(t, request{method: "GET", path: reference[1]})
		if asset.Code != http.StatusOK || asset.Body.Len() == 0 {
			t.Errorf("%s: %d", reference[1], asset.Code)
		}
	}
	for _, directive := range []string{"default-src 'none'", "frame-ancestors 'none'", "connect-src 'self'"} {
		if !strings.Contains(policy, directive) {
			t.Errorf("the policy %q lacks %q", policy, directive)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("the policy is too wide: %s", policy)
	}
}

// A browser runs what stands in the page only when the policy knows its hash.
func TestThePolicyKnowsEverythingInlineInTheReference(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	answer := e.send(t, request{method: "GET", path: "/docs"})
	policy := answer.Header().Get("Content-Security-Policy")
	inline := regexp.MustCompile(`(?s)<(script|style)(?: [^>]*)?>(.*?)</`).FindAllStringSubmatch(answer.Body.String(), -1)
	found := 0
	for _, match := range inline {
		if match[2] == "" {
			continue // loaded from a file
		}
		found++
		sum := sha256.Sum256([]byte(match[2]))
		source := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		directive := regexp.MustCompile(match[1] + `-src [^;]*`).FindString(policy)
		if !strings.Contains(directive, source) {
			t.Errorf("the %s %.40q has no hash in %q", match[1], match[2], directive)
		}
	}
	if found != 3 {
		t.Errorf("the page has %d scripts and styles of its own, want 3", found)
	}
	if handlers := regexp.MustCompile(`\son\w+="|javascript:`).FindString(answer.Body.String()); handlers != "" {
		t.Errorf("the page has an inline handler: %q", handlers)
	}
}

func TestWithoutOriginsThereIsNoCORS(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	answer := e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice", header: map[string]string{"Origin": "https://app.test"}})
	for name := range answer.Header() {
		if strings.HasPrefix(name, "Access-Control") || name == "Vary" {
			t.Errorf("%s is set", name)
		}
	}
}

func TestOnlyConfiguredOriginsMayCall(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{}, func(o *httpapi.Options) { o.CORSOrigins = []string{"https://app.test", "http://localhost:3000"} })
	preflight := request{method: "OPTIONS", path: "/api/v1/auth/login", header: map[string]string{
		"Origin": "https://app.test", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type",
	}}
	answer := e.send(t, preflight)
	wantStatus(t, answer, http.StatusNoContent)
	wantHeader(t, answer, "Access-Control-Allow-Origin", "https://app.test")
	if !strings.Contains(answer.Header().Get("Access-Control-Allow-Headers"), "Idempotency-Key") {
		t.Error("Idempotency-Key is not allowed")
	}
	call := request{method: "GET", path: "/api/v1/auth/me", token: "alice", header: map[string]string{"Origin": "http://localhost:3000"}}
	answer = e.send(t, call)
	wantStatus(t, answer, http.StatusOK)
	wantHeader(t, answer, "Access-Control-Allow-Origin", "http://localhost:3000")
	wantHeader(t, answer, "Access-Control-Allow-Credentials", "")
	wantHeader(t, answer, "Vary", "Origin")
	for _, name := range []string{"RateLimit", "X-Request-Id", "Idempotent-Replay", "Retry-After"} {
		if !strings.Contains(answer.Header().Get("Access-Control-Expose-Headers"), name) {
			t.Errorf("%s is not exposed", name)
		}
	}
	for _, stranger := range []string{"https://evil.test", "https://app.test.evil.test", "http://app.test", "null"} {
		call.header["Origin"], preflight.header["Origin"] = stranger, stranger
		for _, sent := range []request{call, preflight} {
			answer := e.send(t, sent)
			wantHeader(t, answer, "Access-Control-Allow-Origin", "")
			wantHeader(t, answer, "Access-Control-Allow-Methods", "")
			wantHeader(t, answer, "Vary", "Origin")
		}
	}
}

func TestAnOptionThatCannotWorkStopsTheStart(t *testing.T) {
	t.Parallel()
	good := func() httpapi.Options {
		e := newEdge(t, &operations{})
		return httpapi.Options{Authenticator: door{}, Database: e.db, Keyring: e.ring, Logger: slog.New(slog.DiscardHandler)}
	}
	for name, spoil := range map[string]func(*httpapi.Options){
		"path":      func(o *httpapi.Options) { o.CORSOrigins = []string{"https://app.test/"} },
		"no scheme": func(o *httpapi.Options) { o.CORSOrigins = []string{"app.test"} },
		"no logger": func(o *httpapi.Options) { o.Logger = nil },
		"no door":   func(o *httpapi.Options) { o.Authenticator = nil },
	} {
		options := good()
		spoil(&options)
		if _, err := httpapi.NewHandler(options, &operations{}); err == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
}
