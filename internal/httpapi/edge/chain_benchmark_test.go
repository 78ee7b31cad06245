package edge_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
	"bourse/internal/telemetry"
)

// discard is a response writer with minimal cost.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header               { return d.header }
func (d *discard) WriteHeader(int)                   {}
func (d *discard) Write(content []byte) (int, error) { return len(content), nil }

// benchmarked returns the chain, as set up in production, and a bare handler with the same response. Without limits,
// as in a load test, the chain sends two headers less.
func benchmarked(b *testing.B, rateLimit bool) (chain, bare http.Handler) {
	b.Helper()
	logger, stop, err := telemetry.NewLogger(io.Discard, "info", "json", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(stop)
	var answer *oas.ProfileEnvelope
	// The clock advances a second per request, so that the limits count but never refuse.
	var seconds atomic.Int64
	now := func() time.Time { return time.Unix(seconds.Add(1), 0) }
	e := newEdge(b, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		_ = edge.Caller(ctx)
		return answer, nil
	}}, func(o *edge.Options) {
		o.Logger, o.Metrics, o.RateLimit, o.Now = logger, telemetry.NewMetrics(edge.Operations(), nil), rateLimit, now
	})
	answer = edgetest.Profile(e.Alice)
	content, err := answer.MarshalJSON()
	if err != nil {
		b.Fatal(err)
	}
	return e.Handler, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = w.Write(content)
	})
}

// BenchmarkChain measures the chain itself, without a connection.
func BenchmarkChain(b *testing.B) {
	chain, bare := benchmarked(b, true)
	unlimited, _ := benchmarked(b, false)
	for name, handler := range map[string]http.Handler{"bare": bare, "chain": chain, "unlimited": unlimited} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "/api/v1/auth/me", http.NoBody)
			r.Header.Set("Authorization", "Bearer alice")
			r.Header.Set("User-Agent", "benchmark/1.0")
			w := &discard{header: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				handler.ServeHTTP(w, r)
			}
		})
	}
}

// BenchmarkConnection measures what a client sees: the same two handlers behind a server on the loopback.
func BenchmarkConnection(b *testing.B) {
	chain, bare := benchmarked(b, true)
	unlimited, _ := benchmarked(b, false)
	for name, handler := range map[string]http.Handler{"bare": bare, "chain": chain, "unlimited": unlimited} {
		b.Run(name, func(b *testing.B) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			server := edge.NewServer(handler, slog.New(slog.DiscardHandler))
			done := make(chan struct{})
			go func() { defer close(done); _ = server.Serve(listener) }()
			defer func() { _ = server.Close(); <-done }()
			request := []byte("GET /api/v1/auth/me HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer alice\r\nUser-Agent: benchmark/1.0\r\n\r\n")
			b.RunParallel(func(pb *testing.PB) {
				connection, err := net.Dial("tcp", listener.Addr().String())
				if err != nil {
					b.Error(err)
					return
				}
				defer connection.Close()
				buffer := make([]byte, 4096)
				for pb.Next() {
					if _, err := connection.Write(request); err != nil {
						b.Error(err)
						return
					}
					// A response this small arrives in one piece.
					if n, err := connection.Read(buffer); err != nil || n < 100 {
						b.Errorf("read %d bytes: %v", n, err)
						return
					}
				}
			})
		})
	}
}
