package upgrade_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// askingEvery is how often the balancer asks a process whether it is ready.
const askingEvery = 50 * time.Millisecond

// balancer is a typical load balancer: it sends requests to the processes in turn, skips those that are not ready,
// and repeats a request at another process only if it was never sent to the first.
type balancer struct {
	*httptest.Server

	mutex     sync.Mutex
	processes []*process
	turn      int

	refused atomic.Int64 // requests that a listener refused and another process answered
	resent  atomic.Int64 // requests that were sent more than once; there must be none
}

// process is one of those behind the balancer.
type process struct {
	name      string
	url       *url.URL
	transport *http.Transport
	ready     atomic.Bool
	answered  atomic.Int64
}

func newBalancer(t *testing.T) *balancer {
	t.Helper()
	b := &balancer{}
	b.Server = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:       func(*httputil.ProxyRequest) {}, // RoundTrip decides the destination
		Transport:     b,
		FlushInterval: -1, // streams are forwarded as they come
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, "the load balancer: "+err.Error(), http.StatusBadGateway)
		},
	})
	t.Cleanup(func() {
		b.Server.CloseClientConnections()
		b.Server.Close()
	})
	return b
}

// add puts a process behind the balancer and waits until it is ready.
func (b *balancer) add(t *testing.T, name string, s *kit.Server) *process {
	t.Helper()
	address, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	p := &process{name: name, url: address, transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	asking, stop := context.WithCancel(context.Background())
	var asks sync.WaitGroup
	asks.Go(func() { p.watch(asking) })
	t.Cleanup(func() {
		stop()
		asks.Wait()
		p.transport.CloseIdleConnections()
	})
	b.mutex.Lock()
	b.processes = append(b.processes, p)
	b.mutex.Unlock()
	testkit.Within(t, kit.Patience, name+" is ready", p.ready.Load)
	return p
}

// watch checks whether the process is ready until the context ends.
func (p *process) watch(ctx context.Context) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: kit.Patience}
	for now := time.NewTicker(askingEvery); ; {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url.JoinPath("/readyz").String(), http.NoBody)
		if err != nil {
			return
		}
		response, err := client.Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
		p.ready.Store(err == nil && response.StatusCode == http.StatusOK)
		select {
		case <-now.C:
		case <-ctx.Done():
			now.Stop()
			return
		}
	}
}

// choose is the next process that is ready and was not tried; nil if there is none.
func (b *balancer) choose(tried map[*process]bool) *process {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for range b.processes {
		b.turn++
		if p := b.processes[b.turn%len(b.processes)]; p.ready.Load() && !tried[p] {
			return p
		}
	}
	return nil
}

// RoundTrip sends a request to one process and, when it could not be sent there, to the next.
func (b *balancer) RoundTrip(request *http.Request) (*http.Response, error) {
	content, err := contentOf(request)
	if err != nil {
		return nil, err
	}
	tried := map[*process]bool{}
	for {
		p := b.choose(tried)
		if p == nil {
			return nil, errors.Join(errors.New("no process is ready"), err)
		}
		tried[p] = true
		var sent atomic.Int64
		var response *http.Response
		response, err = p.send(request, content, &sent)
		if sent.Load() > 1 {
			b.resent.Add(1)
		}
		if err == nil {
			p.answered.Add(1)
			return response, nil
		}
		if sent.Load() > 0 {
			return nil, err
		}
		b.refused.Add(1)
	}
}

// contentOf reads the content of a request, empty if it has no body.
func contentOf(request *http.Request) ([]byte, error) {
	if request.Body == nil {
		return nil, nil
	}
	return io.ReadAll(request.Body)
}

// send sends the request to the process and counts how often sending began.
func (p *process) send(request *http.Request, content []byte, sent *atomic.Int64) (*http.Response, error) {
	traced := httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{WroteHeaders: func() { sent.Add(1) }})
	copied := request.Clone(traced)
	copied.URL.Scheme, copied.URL.Host = p.url.Scheme, p.url.Host
	copied.Body, copied.GetBody = http.NoBody, nil // without GetBody, Go does not resend a body on its own
	if len(content) > 0 {
		copied.Body, copied.ContentLength = io.NopCloser(bytes.NewReader(content)), int64(len(content))
	}
	return p.transport.RoundTrip(copied)
}
