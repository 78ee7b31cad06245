package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// call is one request of a crowd.
type call struct {
	method  string // POST when empty
	path    string // of an operation
	token   string
	key     string // the Idempotency-Key; none when empty
	content any    // sent as JSON; nothing when nil
	form    string // sent instead, as a page does; the path is then the page's
}

// crowd calls from many goroutines at once, where a call that fails is no failed test.
type crowd struct{ transport *http.Transport }

// newCrowd is a crowd of so many.
func newCrowd(t *testing.T, people int) *crowd {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: people}
	t.Cleanup(transport.CloseIdleConnections)
	return &crowd{transport}
}

// ask makes one call to a server and reads the answer into answered, unless that is nil. It fails when there is no
// answer, and when it cannot be read.
func (c *crowd) ask(ctx context.Context, at *server, one call, answered any) (status int, err error) {
	content, contentType, prefix := []byte(one.form), "application/x-www-form-urlencoded", ""
	if one.form == "" {
		contentType, prefix = "application/json", "/api/v1"
		if one.content != nil {
			if content, err = json.Marshal(one.content); err != nil {
				return 0, err
			}
		}
	}
	method := one.method
	if method == "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, at.URL()+prefix+one.path, bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	if len(content) > 0 {
		request.Header.Set("Content-Type", contentType)
	}
	if one.token != "" {
		request.Header.Set("Authorization", "Bearer "+one.token)
	}
	if one.key != "" {
		request.Header.Set("Idempotency-Key", one.key)
	}
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if answered != nil {
		err = json.NewDecoder(response.Body).Decode(answered)
	}
	return response.StatusCode, err
}

// storm is a crowd that calls as fast as it can while the server is killed again and again.
type storm struct {
	*crowd
	current atomic.Pointer[server]
	arrived chan struct{} // one for everything that was acknowledged
	lost    atomic.Int64  // requests that were carried out and never answered
}

func newStorm(t *testing.T, at *server, people int) *storm {
	t.Helper()
	s := &storm{crowd: newCrowd(t, people), arrived: make(chan struct{})}
	s.current.Store(at)
	return s
}

// try makes one call to the server that lives at the moment.
func (s *storm) try(ctx context.Context, one call, answered any) (status int, err error) {
	return s.ask(ctx, s.current.Load(), one, answered)
}

// insist makes the same call until a server answers what became of it, and returns the status; 0 when it is over.
func (s *storm) insist(ctx context.Context, one call, answered any) int {
	for ctx.Err() == nil {
		var text json.RawMessage
		status, err := s.try(ctx, one, &text)
		if status == http.StatusConflict && bytes.Contains(text, []byte("its answer was lost")) {
			s.lost.Add(1)
		}
		// The key of a request may still be taken by one that was killed.
		isUnderWay := status == http.StatusConflict && bytes.Contains(text, []byte("still under way"))
		if err == nil && status < http.StatusInternalServerError && !isUnderWay {
			_ = json.Unmarshal(text, answered) // what cannot be read has no id
			return status
		}
		breathe(ctx) // the next server has no price at first
	}
	return 0
}

// breathe leaves the processors to the next server, which needs them to start.
func breathe(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
}

// acknowledge tells that something was.
func (s *storm) acknowledge(ctx context.Context) {
	select {
	case s.arrived <- struct{}{}:
	case <-ctx.Done():
	}
}

// rage lets people live until so much was acknowledged, and kills the server at some moments on the way; restart
// starts the next. It ends when the last call has.
func (s *storm) rage(t *testing.T, wanted, kills int, restart func() *server, people []func(ctx context.Context)) {
	t.Helper()
	moments := map[int]bool{}
	for i := range kills { // one somewhere in each part of the way
		moments[i*wanted/kills+1+rand.IntN(wanted/kills-1)] = true
	}
	t.Logf("killing after %v", moments)
	ctx, cancel := context.WithCancel(t.Context())
	var living sync.WaitGroup
	defer living.Wait()
	defer cancel()
	for _, live := range people {
		living.Go(func() { live(ctx) })
	}
	for count := range wanted {
		select {
		case <-s.arrived:
		case <-time.After(2 * patience):
			t.Fatalf("nothing is acknowledged any more after %d", count)
		}
		if moments[count] {
			s.current.Load().Kill()
			s.current.Store(restart())
		}
	}
}
