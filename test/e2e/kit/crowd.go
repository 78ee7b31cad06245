package kit

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

// Call is one request of a crowd.
type Call struct {
	Method  string // POST if empty
	Path    string // of an operation
	Token   string
	Key     string // the Idempotency-Key; none if empty
	Content any    // sent as JSON; nothing if nil
	Form    string // sent instead, as a page does; the path is then the page's
}

// Crowd calls from many goroutines at once; a failing call does not fail the test.
type Crowd struct{ transport *http.Transport }

// NewCrowd is a crowd of the given size.
func NewCrowd(t *testing.T, people int) *Crowd {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: people}
	t.Cleanup(transport.CloseIdleConnections)
	return &Crowd{transport}
}

// Ask makes one call to a server and reads the answer into answered, unless that is nil. It fails when there is no
// answer, and when it cannot be read.
func (c *Crowd) Ask(ctx context.Context, at *Server, call Call, answered any) (status int, err error) {
	status, _, err = c.AskWhole(ctx, at, call, answered)
	return status, err
}

// AskWhole is Ask with the headers of the answer.
func (c *Crowd) AskWhole(ctx context.Context, at *Server, call Call, answered any) (status int, header http.Header, err error) {
	content, contentType, prefix := []byte(call.Form), "application/x-www-form-urlencoded", ""
	if call.Form == "" {
		contentType, prefix = "application/json", "/api/v1"
		if call.Content != nil {
			if content, err = json.Marshal(call.Content); err != nil {
				return 0, nil, err
			}
		}
	}
	method := call.Method
	if method == "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, at.URL()+prefix+call.Path, bytes.NewReader(content))
	if err != nil {
		return 0, nil, err
	}
	if len(content) > 0 {
		request.Header.Set("Content-Type", contentType)
	}
	if call.Token != "" {
		request.Header.Set("Authorization", "Bearer "+call.Token)
	}
	if call.Key != "" {
		request.Header.Set("Idempotency-Key", call.Key)
	}
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	if answered != nil {
		err = json.NewDecoder(response.Body).Decode(answered)
	}
	return response.StatusCode, response.Header, err
}

// Storm is a crowd that calls as fast as it can while the server is repeatedly killed.
type Storm struct {
	*Crowd
	Current atomic.Pointer[Server]
	Arrived chan struct{} // one for everything that was acknowledged
	Lost    atomic.Int64  // requests that were carried out and never answered
}

// NewStorm is a storm of the given size at a server.
func NewStorm(t *testing.T, at *Server, people int) *Storm {
	t.Helper()
	s := &Storm{Crowd: NewCrowd(t, people), Arrived: make(chan struct{})}
	s.Current.Store(at)
	return s
}

// Try makes one call to the current server.
func (s *Storm) Try(ctx context.Context, call Call, answered any) (status int, err error) {
	return s.Ask(ctx, s.Current.Load(), call, answered)
}

// Insist repeats the same call until a server says what became of it, and returns the status; 0 when it is over.
func (s *Storm) Insist(ctx context.Context, call Call, answered any) int {
	for ctx.Err() == nil {
		var text json.RawMessage
		status, err := s.Try(ctx, call, &text)
		if status == http.StatusConflict && bytes.Contains(text, []byte("its answer was lost")) {
			s.Lost.Add(1)
		}
		// A killed server may still hold the request's key.
		isUnderWay := status == http.StatusConflict && bytes.Contains(text, []byte("still under way"))
		if err == nil && status < http.StatusInternalServerError && !isUnderWay {
			_ = json.Unmarshal(text, answered) // an unreadable answer has no id
			return status
		}
		Breathe(ctx) // the next server has no price at first
	}
	return 0
}

// Breathe leaves the processors to the next server, which needs them to start.
func Breathe(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
}

// Acknowledge signals that something was acknowledged.
func (s *Storm) Acknowledge(ctx context.Context) {
	select {
	case s.Arrived <- struct{}{}:
	case <-ctx.Done():
	}
}

// Rage runs people until enough was acknowledged, and kills the server at some times on the way; restart starts the
// next. It ends when the last call has.
func (s *Storm) Rage(t *testing.T, wanted, kills int, restart func() *Server, people []func(ctx context.Context)) {
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
		case <-s.Arrived:
		case <-time.After(2 * Patience):
			t.Fatalf("nothing is acknowledged any more after %d", count)
		}
		if moments[count] {
			s.Current.Load().Kill()
			s.Current.Store(restart())
		}
	}
}
