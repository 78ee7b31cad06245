package wire_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/webhook/wire"
)

func TestTheCallArrivesAsItWasGiven(t *testing.T) {
	t.Parallel()
	type arrived struct {
		method, path, query, tag, authorization, keys string
		body                                          []byte
	}
	seen := make(chan arrived, 1)
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen <- arrived{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("X-Tag"), r.Header.Get("Authorization"), r.Header.Get("Idempotency-Key"), body}
		w.Header().Set("X-Answer", "yes")
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, "taken")
	})
	call := post(target + "/hook?a=b")
	call.Method = http.MethodPut
	call.Header.Set("X-Tag", "7")
	result := newClient(t, local).Do(t.Context(), call)
	wantClass(t, result, wire.Answered, "")
	if result.Status != http.StatusAccepted || string(result.Body) != "taken" || result.Truncated || result.Header.Get("X-Answer") != "yes" {
		t.Errorf("got %+v", result)
	}
	got := <-seen
	if got.method != "PUT" || got.path != "/hook" || got.query != "a=b" || got.tag != "7" || got.authorization != "" || got.keys != "" || !bytes.Equal(got.body, call.Body) {
		t.Errorf("received %+v", got)
	}
}

func TestEveryStatusIsAnAnswer(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &status)
		w.WriteHeader(status)
	})
	client := newClient(t, local)
	for _, status := range []int{200, 204, 304, 400, 401, 410, 429, 500, 503} {
		result := client.Do(t.Context(), post(fmt.Sprintf("%s/%d", target, status)))
		wantClass(t, result, wire.Answered, "")
		if result.Status != status {
			t.Errorf("got %d, want %d", result.Status, status)
		}
	}
}

func TestRedirectsAreReturnedAndNotFollowed(t *testing.T) {
	t.Parallel()
	var followed atomic.Int32
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/elsewhere" {
			followed.Add(1)
			return
		}
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	result := newClient(t, local).Do(t.Context(), post(target))
	wantClass(t, result, wire.Answered, "")
	if result.Status != http.StatusTemporaryRedirect || result.Header.Get("Location") != "/elsewhere" || followed.Load() != 0 {
		t.Errorf("got %+v, followed %d times", result, followed.Load())
	}
}

func TestOnlyTheBeginningOfALongAnswerIsKept(t *testing.T) {
	t.Parallel()
	const kept, drained = 16 << 10, 64 << 10
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
		var length int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &length)
		if r.URL.RawQuery == "known" {
			w.Header().Set("Content-Length", fmt.Sprint(length))
		} else {
			w.(http.Flusher).Flush() // makes the answer chunked
		}
		_, _ = w.Write(bytes.Repeat([]byte("x"), length))
	})
	for _, c := range []struct {
		length      int
		isTruncated bool
		isReused    bool // whether the connection serves the next call
	}{
		{0, false, true}, {1, false, true}, {kept - 1, false, true}, {kept, false, true},
		{kept + 1, true, true}, {kept + drained/2, true, true}, {8 << 20, true, false},
	} {
		for _, query := range []string{"?known", "?chunked"} {
			client := newClient(t, local)
			result := client.Do(t.Context(), post(fmt.Sprintf("%s/%d%s", target, c.length, query)))
			wantClass(t, result, wire.Answered, "")
			if len(result.Body) != min(c.length, kept) || result.Truncated != c.isTruncated {
				t.Errorf("%d%s: kept %d, truncated %t", c.length, query, len(result.Body), result.Truncated)
			}
			if next := client.Do(t.Context(), post(target+"/1")); next.Timing.Reused != c.isReused {
				t.Errorf("%d%s: the connection was reused: %t, want %t", c.length, query, next.Timing.Reused, c.isReused)
			}
		}
	}
}

func TestAnAnswerWithoutAnEndDoesNotHoldTheCall(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = w.Write(make([]byte, 4096))
		}
	})
	result := newClient(t, local).Do(t.Context(), post(target))
	wantClass(t, result, wire.Answered, "")
	if !result.Truncated {
		t.Error("the answer was not cut")
	}
}

func TestResultsDoNotShareTheirBodies(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) })
	client := newClient(t, local)
	first := client.Do(t.Context(), post(target+"/first"))
	client.Do(t.Context(), post(target+"/other"))
	if string(first.Body) != "/first" {
		t.Errorf("the first body became %q", first.Body)
	}
}

func TestRetryAfterIsReadInBothForms(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"0": 0, "120": 2 * time.Minute, "86401": 24 * time.Hour, "9223372036854775807": 24 * time.Hour,
		"99999999999999999999": 0, "-5": 0, "soon": 0, "1.5": 0, "": 0,
		time.Now().Add(time.Hour).UTC().Format(http.TimeFormat):        time.Hour,
		time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat):       0,
		time.Now().Add(1000 * time.Hour).UTC().Format(http.TimeFormat): 24 * time.Hour,
	} {
		target := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		got := newClient(t, local).Do(t.Context(), post(target)).RetryAfter
		if got > want || got < want-patience {
			t.Errorf("Retry-After: %s: got %s, want about %s", value, got, want)
		}
	}
}

func TestAStaleConnectionIsNoFailure(t *testing.T) {
	t.Parallel()
	connections := 0
	target := newSocket(t, func(connection *net.TCPConn) {
		connections++
		answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")(connection)
		if connections == 1 {
			readRequest(connection) // and close, as a receiver does whose keep-alive has just ended
		}
	})
	client := newClient(t, local)
	for range 2 {
		result := client.Do(t.Context(), post(target))
		wantClass(t, result, wire.Answered, "")
	}
}

func TestTheTimingOfAFreshAndOfAReusedConnection(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }))
	t.Cleanup(server.Close)
	client := newClient(t, trusting(server))
	fresh := client.Do(t.Context(), post(server.URL))
	wantClass(t, fresh, wire.Answered, "")
	timing := fresh.Timing
	if timing.Reused || timing.Connect <= 0 || timing.TLS <= 0 || timing.DNS != 0 {
		t.Errorf("fresh: %+v", timing)
	}
	if timing.DNS+timing.Connect+timing.TLS > timing.FirstByte || timing.FirstByte > timing.Total {
		t.Errorf("the parts are longer than the whole: %+v", timing)
	}
	reused := client.Do(t.Context(), post(server.URL)).Timing
	if !reused.Reused || reused.DNS != 0 || reused.Connect != 0 || reused.TLS != 0 || reused.FirstByte <= 0 || reused.Total < reused.FirstByte {
		t.Errorf("reused: %+v", reused)
	}
}

func TestTheLookUpOfANameIsTimed(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, func(http.ResponseWriter, *http.Request) {})
	result := newClient(t, local).Do(t.Context(), post(strings.Replace(target, "127.0.0.1", "localhost", 1)))
	wantClass(t, result, wire.Answered, "")
	if timing := result.Timing; timing.DNS <= 0 || timing.DNS+timing.Connect > timing.FirstByte {
		t.Errorf("got %+v", timing)
	}
}

func TestManyCallsShareOneHTTP2Connection(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(bytes.Repeat([]byte(r.Proto[:6]), 4000))
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	client := newClient(t, trusting(server))
	client.Do(t.Context(), post(server.URL))
	results := make(chan wire.Result)
	for range 50 {
		go func() { results <- client.Do(t.Context(), post(server.URL)) }()
	}
	for range 50 {
		result := <-results
		wantClass(t, result, wire.Answered, "")
		if !result.Timing.Reused || !result.Truncated || !bytes.HasPrefix(result.Body, []byte("HTTP/2")) || result.Timing.FirstByte <= 0 {
			t.Errorf("got %d bytes, %+v", len(result.Body), result.Timing)
		}
	}
}

func TestManyCallsAtOnceEachGetTheirOwnAnswer(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) })
	client := newClient(t, local)
	failures := make(chan error)
	for i := range 100 {
		go func() {
			path := fmt.Sprintf("/%d", i)
			result := client.Do(t.Context(), post(target+path))
			if result.Class != wire.Answered || string(result.Body) != path {
				failures <- fmt.Errorf("%s: got %q, %s %s", path, result.Body, result.Class, result.Detail)
				return
			}
			failures <- nil
		}()
	}
	for range 100 {
		if err := <-failures; err != nil {
			t.Error(err)
		}
	}
}
