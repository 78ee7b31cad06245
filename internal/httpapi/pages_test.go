package httpapi_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"bourse/api"
	"bourse/internal/health"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge/edgetest"
)

func TestHealthIsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{}, &httpapi.API{})
	for path, want := range map[string]string{
		"/healthz": `{"success":true}`, "/readyz": `{"success":true,"data":{"status":"ready","reasons":[]}}`,
	} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: path})
		edgetest.WantStatus(t, answer, http.StatusOK)
		if strings.TrimSpace(answer.Body.String()) != want {
			t.Errorf("%s answers %s", path, answer.Body)
		}
	}
}

func TestADegradedProcessServesAndSaysWhy(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{
		Health: func(context.Context) health.Report {
			return health.Report{Status: health.Degraded, Reasons: []health.Reason{{Component: "mail", Message: "it is away"}}}
		},
	}, &httpapi.API{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/readyz"})
	edgetest.WantStatus(t, answer, http.StatusOK)
	want := `{"success":true,"data":{"status":"degraded","reasons":[{"component":"mail","message":"it is away"}]}}`
	if strings.TrimSpace(answer.Body.String()) != want {
		t.Errorf("it answers %s", answer.Body)
	}
}

func TestAProcessThatCannotServeIsNotReadyButAlive(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{
		Health: func(context.Context) health.Report {
			return health.Report{Status: health.Unready, Reasons: []health.Reason{{Component: "database", Message: "it is down"}}}
		},
	}, &httpapi.API{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/readyz"})
	edgetest.WantStatus(t, answer, http.StatusServiceUnavailable)
	edgetest.WantHeader(t, answer, "Retry-After", "1")
	want := `{"success":false,"data":{"status":"unready","reasons":[{"component":"database","message":"it is down"}]},` +
		`"error":{"message":"not ready to serve; database: it is down","code":"SERVICE_UNAVAILABLE"}}`
	if strings.TrimSpace(answer.Body.String()) != want {
		t.Errorf("it answers %s", answer.Body)
	}
	if line := edgetest.LastLine(t, e); line["error"] != "not ready to serve; database: it is down" {
		t.Errorf("logged %v", line)
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/healthz"}), http.StatusOK)
}

func TestTheContractIsServedInBothForms(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{}, &httpapi.API{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/openapi.yaml"})
	edgetest.WantHeader(t, answer, "Content-Type", "application/yaml; charset=utf-8")
	if served, err := api.YAML(); err != nil || answer.Body.String() != string(served) {
		t.Errorf("/openapi.yaml is not the contract: %v", err)
	}
	answer = e.Send(t, edgetest.Request{Method: "GET", Path: "/openapi.json"})
	edgetest.WantHeader(t, answer, "Content-Type", "application/json; charset=utf-8")
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
	e := newEdge(t, httpapi.PageOptions{JWKS: func() []byte { return []byte(`{"keys":[]}`) }}, &httpapi.API{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/.well-known/jwks.json"})
	edgetest.WantStatus(t, answer, http.StatusOK)
	edgetest.WantHeader(t, answer, "Cache-Control", "public, max-age=300")
	if answer.Body.String() != `{"keys":[]}` {
		t.Errorf("got %s", answer.Body)
	}
}

func TestTheReferenceLoadsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{}, &httpapi.API{})
	home := e.Send(t, edgetest.Request{Method: "GET", Path: "/"})
	edgetest.WantStatus(t, home, http.StatusFound)
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: home.Header().Get("Location")})
	edgetest.WantStatus(t, answer, http.StatusOK)
	edgetest.WantHeader(t, answer, "Content-Type", "text/html; charset=utf-8")
	edgetest.WantHeader(t, answer, "X-Frame-Options", "DENY")
	edgetest.WantHeader(t, answer, "Referrer-Policy", "no-referrer")
	content, policy := answer.Body.String(), answer.Header().Get("Content-Security-Policy")
	references := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(content, -1)
	if len(references) < 4 {
		t.Fatalf("the page has %d references", len(references))
	}
	for _, reference := range references {
		asset := e.Send(t, edgetest.Request{Method: "GET", Path: reference[1]})
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

// A browser runs inline scripts only if the policy lists their hashes.
func TestThePolicyKnowsEverythingInlineInTheReference(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{}, &httpapi.API{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/docs"})
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
