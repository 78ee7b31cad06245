package broker_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"bourse/internal/investment/broker"
)

// noon is the platform's time in every test.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func newRegistry(t *testing.T, settings broker.Settings) *broker.Registry {
	t.Helper()
	if settings.Now == nil {
		settings.Now = func() time.Time { return noon }
	}
	registry, err := broker.New(settings)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// peer is a provider on loopback. A handler in trouble answers instead of the path's own.
type peer struct {
	url string

	mutex    sync.Mutex
	requests []string
	trouble  map[string]http.HandlerFunc
}

func newPeer(t *testing.T, handler http.Handler) *peer {
	t.Helper()
	p := &peer{trouble: map[string]http.HandlerFunc{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mutex.Lock()
		request := r.Method + " " + r.URL.Path
		p.requests = append(p.requests, request)
		instead := p.trouble[request]
		p.mutex.Unlock()
		if instead != nil {
			instead(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *peer) answer(request string, handler http.HandlerFunc) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.trouble[request] = handler
}

func (p *peer) count(request string) int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	count := 0
	for _, seen := range p.requests {
		if seen == request {
			count++
		}
	}
	return count
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// wantOutcome compares what a program acts on, requires a sentence for every failure, and searches for secrets.
func wantOutcome(t *testing.T, got broker.Outcome, status broker.Status, wait time.Duration) {
	t.Helper()
	wantNoSecrets(t, got)
	if got.Status != status || got.RetryAfter != wait {
		t.Errorf("got %+v, want status %s and %s to wait", got, status, wait)
	}
	if (got.Message == "") != (got.Status == broker.Connected) {
		t.Errorf("message %q does not fit status %s", got.Message, got.Status)
	}
}

// trouble is a way in which a provider can fail to answer.
type trouble struct {
	name    string
	handler http.HandlerFunc
	wait    time.Duration
}

// troubles are the failures that are the same for every provider.
func troubles() []trouble {
	status := func(code int, header, value string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if header != "" {
				w.Header().Set(header, value)
			}
			writeJSON(w, code, echo(r))
		}
	}
	return []trouble{
		{"429 with seconds to wait", status(429, "Retry-After", "37"), 37 * time.Second},
		{"429 with a date to wait for", status(429, "Retry-After", noon.Add(90*time.Second).Format(http.TimeFormat)), 90 * time.Second},
		{"429 with a date gone by", status(429, "Retry-After", noon.Add(-time.Hour).Format(http.TimeFormat)), time.Minute},
		{"429 without a time", status(429, "", ""), time.Minute},
		{"429 with an absurd time", status(429, "Retry-After", "99999999999"), 72 * time.Hour},
		{"418", status(418, "Retry-After", "7200"), 2 * time.Hour},
		{"500", status(500, "", ""), 0},
		{"503 with seconds to wait", status(503, "Retry-After", "5"), 5 * time.Second},
		{"text instead of JSON", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("<html>" + r.URL.RawQuery)) }, 0},
		{"JSON of another shape", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, "hello") }, 0},
		{"an empty answer", func(http.ResponseWriter, *http.Request) {}, 0},
		{"an answer cut short", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			_, _ = w.Write([]byte(`{"canTrade":`))
		}, 0},
		{"a connection that breaks", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0},
	}
}

// echo is the worst possible answer of a provider: it repeats everything it was sent.
func echo(r *http.Request) map[string]any {
	return map[string]any{
		"code": -1, "msg": r.URL.String() + r.Header.Get("X-MBX-APIKEY") + apiSecret,
		"message": login + password + server + r.Header.Get("auth-token"),
	}
}

// silent never answers, until the client has gone or the test is over.
func silent(t *testing.T) http.HandlerFunc {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-over:
		}
	}
}
