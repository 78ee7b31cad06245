package wire_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
)

// The two benchmarks make the same calls to the same receiver, so that their ratio is the cost of a Result over a bare
// client.

var benchmarkBody = bytes.Repeat([]byte(`{"data":1}`), 50)

func benchmarkReceiver(b *testing.B) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, "ok")
	}))
	b.Cleanup(server.Close)
	return server.URL
}

func benchmarkHeader() http.Header {
	return http.Header{
		"Content-Type":      {"application/json"},
		"User-Agent":        {"Bourse-Webhook/1.0"},
		"Webhook-Id":        {"evt_0197a1f2c3d4e5f60718293a4b5c6d7e"},
		"Webhook-Timestamp": {"1751970000"},
		"Webhook-Signature": {"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="},
	}
}

func BenchmarkBareClient(b *testing.B) {
	target := benchmarkReceiver(b)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: 30 * time.Second}
	b.ReportAllocs()
	b.RunParallel(func(loop *testing.PB) {
		for loop.Next() {
			request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, target, bytes.NewReader(benchmarkBody))
			if err != nil {
				b.Fatal(err)
			}
			request.Header = benchmarkHeader()
			response, err := client.Do(request)
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, response.Body)
			response.Body.Close()
		}
	})
}

func BenchmarkDo(b *testing.B) {
	target := benchmarkReceiver(b)
	client := wire.New(egress.Policy{AllowHTTP: true, AllowLoopback: true})
	defer client.Close()
	b.ReportAllocs()
	b.RunParallel(func(loop *testing.PB) {
		for loop.Next() {
			result := client.Do(b.Context(), wire.Call{
				Method: http.MethodPost, URL: target, Header: benchmarkHeader(), Body: benchmarkBody, Timeout: 30 * time.Second,
			})
			if result.Status != http.StatusOK {
				b.Fatal(result.Class, result.Detail)
			}
		}
	})
}
