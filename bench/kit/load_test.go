package kit_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bourse/bench/kit"
)

const goodAnswer = `{"success":true,"data":{}}`

// asked is a request whose answers must be as long as goodAnswer.
func asked(server *httptest.Server) kit.Request {
	return (&kit.Server{Address: server.Listener.Addr().String()}).Get("/path", "token", len(goodAnswer))
}

// load sends requests to a server of the handler for a moment, expecting answers like goodAnswer.
func load(t *testing.T, handler http.HandlerFunc) (answers int, err error) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	turn, err := asked(server).Load(t.Context(), 2, 10*time.Millisecond)
	return turn.Answers, err
}

func TestGoodAnswersAreCountedHoweverTheyAreFramed(t *testing.T) {
	t.Parallel()
	for name, flush := range map[string]bool{"Content-Length": false, "chunked": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers, err := load(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/path" || r.Header.Get("Authorization") != "Bearer token" {
					http.NotFound(w, r)
					return
				}
				_, _ = w.Write([]byte(goodAnswer[:16]))
				if flush {
					w.(http.Flusher).Flush()
				}
				_, _ = w.Write([]byte(goodAnswer[16:]))
			})
			if err != nil || answers < 2 {
				t.Errorf("%d answers were counted: %v", answers, err)
			}
		})
	}
}

func TestABadAnswerEndsTheLoad(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		want   string
	}{
		"another status": {http.StatusInternalServerError, goodAnswer, "500"},
		"a longer body":  {http.StatusOK, goodAnswer + " ", "answered 27 bytes, not 26"},
		"another body":   {http.StatusOK, strings.Repeat("x", len(goodAnswer)), "begins with"},
		"no body":        {http.StatusOK, "", "Content-Length of 0"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestAnInterruptEndsTheLoad(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		_, _ = w.Write([]byte(goodAnswer))
	}))
	defer server.Close()
	if _, err := asked(server).Load(ctx, 1, time.Hour); err == nil {
		t.Error("an interrupted load did not fail")
	}
}
