package edge_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/telemetry"
)

func TestRequestsAreCountedByOperation(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics(edge.Operations(), nil)
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.Metrics = metrics })
	e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me"})
	e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/nothing"})
	edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/metrics"}), http.StatusNotFound, fault.NotFound) // not public
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

func TestWithoutOriginsThereIsNoCORS(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice", Header: map[string]string{"Origin": "https://app.test"}})
	for name := range answer.Header() {
		if strings.HasPrefix(name, "Access-Control") || name == "Vary" {
			t.Errorf("%s is set", name)
		}
	}
}

func TestOnlyConfiguredOriginsMayCall(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.CORSOrigins = []string{"https://app.test", "http://localhost:3000"} })
	preflight := edgetest.Request{Method: "OPTIONS", Path: "/api/v1/auth/login", Header: map[string]string{
		"Origin": "https://app.test", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type",
	}}
	answer := e.Send(t, preflight)
	edgetest.WantStatus(t, answer, http.StatusNoContent)
	edgetest.WantHeader(t, answer, "Access-Control-Allow-Origin", "https://app.test")
	if !strings.Contains(answer.Header().Get("Access-Control-Allow-Headers"), "Idempotency-Key") {
		t.Error("Idempotency-Key is not allowed")
	}
	call := edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice", Header: map[string]string{"Origin": "http://localhost:3000"}}
	answer = e.Send(t, call)
	edgetest.WantStatus(t, answer, http.StatusOK)
	edgetest.WantHeader(t, answer, "Access-Control-Allow-Origin", "http://localhost:3000")
	edgetest.WantHeader(t, answer, "Access-Control-Allow-Credentials", "")
	edgetest.WantHeader(t, answer, "Vary", "Origin")
	for _, name := range []string{"RateLimit", "X-Request-Id", "Idempotent-Replay", "Retry-After", "Content-Disposition"} {
		if !strings.Contains(answer.Header().Get("Access-Control-Expose-Headers"), name) {
			t.Errorf("%s is not exposed", name)
		}
	}
	for _, stranger := range []string{"https://evil.test", "https://app.test.evil.test", "http://app.test", "null"} {
		call.Header["Origin"], preflight.Header["Origin"] = stranger, stranger
		for _, sent := range []edgetest.Request{call, preflight} {
			answer := e.Send(t, sent)
			edgetest.WantHeader(t, answer, "Access-Control-Allow-Origin", "")
			edgetest.WantHeader(t, answer, "Access-Control-Allow-Methods", "")
			edgetest.WantHeader(t, answer, "Vary", "Origin")
		}
	}
}

func TestPagesOfABrandMayCallBesideTheConfiguredOnes(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) {
		o.CORSOrigins = []string{"https://app.test"}
		o.BrandOrigin = func(_ context.Context, origin string) bool { return origin == "https://northwind.test" }
	})
	for origin, want := range map[string]string{
		"https://app.test": "https://app.test", "https://northwind.test": "https://northwind.test", "https://evil.test": "", "null": "",
	} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice", Header: map[string]string{"Origin": origin}})
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Origin", want)
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Credentials", "")
		edgetest.WantHeader(t, answer, "Vary", "Origin")
		asked := e.Send(t, edgetest.Request{Method: "OPTIONS", Path: "/api/v1/auth/login", Header: map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST"}})
		edgetest.WantHeader(t, asked, "Access-Control-Allow-Origin", want)
	}
}

func TestPagesOfAHostMayCallFromEveryPort(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.CORSOrigins = []string{"http://localhost:*", "http://[::1]:*"} })
	for origin, isAllowed := range map[string]bool{
		"http://localhost": true, "http://localhost:5173": true, "http://LOCALHOST:1": true, "http://[::1]:3000": true, "http://[::1]": true,
		"https://localhost:5173": false, "http://localhost:": false, "http://localhost:*": false, "http://localhost.evil.test:5173": false,
		"http://evil.test:5173": false, "http://localhost:5173.evil.test": false, "http://[::2]:3000": false, "null": false, "": false,
	} {
		want := ""
		if isAllowed {
			want = origin
		}
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice", Header: map[string]string{"Origin": origin}})
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Origin", want)
		asked := e.Send(t, edgetest.Request{Method: "OPTIONS", Path: "/api/v1/auth/login", Header: map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST"}})
		edgetest.WantHeader(t, asked, "Access-Control-Allow-Origin", want)
	}
}

func TestAnOptionThatCannotWorkStopsTheStart(t *testing.T) {
	t.Parallel()
	good := func() edge.Options {
		e := newEdge(t, &edgetest.Operations{})
		return edge.Options{Authenticator: edgetest.Door{}, Database: e.DB, Keyring: e.Ring, Logger: slog.New(slog.DiscardHandler)}
	}
	for name, spoil := range map[string]func(*edge.Options){
		"path":      func(o *edge.Options) { o.CORSOrigins = []string{"https://app.test/"} },
		"no scheme": func(o *edge.Options) { o.CORSOrigins = []string{"app.test"} },
		"two ports": func(o *edge.Options) { o.CORSOrigins = []string{"http://localhost:1:*"} },
		"any host":  func(o *edge.Options) { o.CORSOrigins = []string{"http://:*"} },
		"no logger": func(o *edge.Options) { o.Logger = nil },
		"no door":   func(o *edge.Options) { o.Authenticator = nil },
	} {
		options := good()
		spoil(&options)
		if _, err := edge.NewHandler(options, &edgetest.Operations{}); err == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
}
