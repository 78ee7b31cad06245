package upgrade_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// traders is how many users trade, besides the back office.
const traders = 4

// load is users who use every area at once, each of whose requests has to succeed.
type load struct {
	base     string
	client   *http.Client
	done     atomic.Int64 // requests answered as expected
	stopping atomic.Bool
	living   sync.WaitGroup

	mutex    sync.Mutex
	failures []string
	closings int
	events   map[string]bool // published, by id
}

func newLoad(t *testing.T) *load {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 2 * traders}
	t.Cleanup(transport.CloseIdleConnections)
	return &load{client: &http.Client{Transport: transport, Timeout: kit.Patience}, events: map[string]bool{}}
}

// answer is a received answer.
type answer struct {
	status int
	header http.Header
	Data   struct {
		ID, AccessToken, RefreshToken, PositionID, Status string
	}
	text []byte
}

// call is one request and its expected status.
type call struct {
	method, path string
	token, key   string
	content      any
	want         int
}

// ask makes a call. Any other answer is a failed request, for which it returns an empty answer.
func (l *load) ask(ctx context.Context, one call) (a answer) {
	if err := l.exchange(ctx, l.base, one, &a); err != nil || a.status != one.want {
		l.fail("%s %s: %d, want %d: %.300s %v", one.method, one.path, a.status, one.want, a.text, err)
		return answer{}
	}
	l.done.Add(1)
	return a
}

// exchange sends the call to a server and reads the answer.
func (l *load) exchange(ctx context.Context, base string, one call, a *answer) error {
	var content io.Reader = http.NoBody
	if one.content != nil {
		encoded, err := json.Marshal(one.content)
		if err != nil {
			return err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, one.method, base+"/api/v1"+one.path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range map[string]string{"Authorization": "Bearer " + one.token, "Idempotency-Key": one.key} {
		if value != "" && value != "Bearer " {
			request.Header.Set(name, value)
		}
	}
	response, err := l.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	a.status, a.header = response.StatusCode, response.Header
	if a.text, err = io.ReadAll(response.Body); err == nil {
		_ = json.Unmarshal(a.text, a) // lists have no such fields
	}
	return err
}

func (l *load) fail(format string, arguments ...any) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.failures = append(l.failures, fmt.Sprintf(format, arguments...))
}

// wantNoFailure fails the test when a request failed.
func (l *load) wantNoFailure(t *testing.T) {
	t.Helper()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	t.Logf("requests answered: %d, failed: %d", l.done.Load(), len(l.failures))
	for _, failure := range l.failures[:min(10, len(l.failures))] {
		t.Errorf("a request failed: %s", failure)
	}
}

// goOn waits until this many more requests were answered.
func (l *load) goOn(t *testing.T, more int64) {
	t.Helper()
	until := l.done.Load() + more
	testkit.Within(t, kit.Patience, "people go on", func() bool {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		return l.done.Load() >= until || len(l.failures) > 0
	})
}

// stop lets everybody finish their current work.
func (l *load) stop() {
	l.stopping.Store(true)
	l.living.Wait()
}

// live repeats a user's work.
func (l *load) live(ctx context.Context, day func(ctx context.Context)) {
	l.living.Go(func() {
		for !l.stopping.Load() && ctx.Err() == nil {
			day(ctx)
			kit.Breathe(ctx) // the starting processes need the processors too
		}
	})
}

// office publishes the brand's own events.
type office struct {
	*load
	token string
}

func (o *office) day(ctx context.Context) {
	published := o.ask(ctx, call{method: http.MethodPost, path: "/webhooks/events", token: o.token, key: kit.NewKey(),
		content: kit.Body{"type": "custom.upgrade.tried", "data": kit.Body{"done": o.done.Load()}}, want: http.StatusCreated})
	o.mutex.Lock()
	if published.Data.ID != "" {
		o.events[published.Data.ID] = true
	}
	o.mutex.Unlock()
	for _, path := range []string{"/webhooks/events?limit=5", "/webhooks/deliveries?limit=5", "/users?limit=5"} {
		o.ask(ctx, call{method: http.MethodGet, path: path, token: o.token, want: http.StatusOK})
	}
}
