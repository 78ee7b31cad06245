package clients_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	client "bourse/sdk/go"
	"bourse/test/e2e/kit"
)

// line is the network between a client and the server, which loses things.
type line struct {
	*httptest.Server
	to *url.URL

	mutex    sync.Mutex
	seen     map[string]int // requests by method and path
	statuses map[int]int
	lose     string        // the request whose next answer is lost, by method and path
	block    chan struct{} // nothing gets through until it is closed
	cut      chan struct{} // closed to cut the open streams
}

// newLine starts a line to the server.
func newLine(t *testing.T, s *kit.Server) *line {
	t.Helper()
	to, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	l := &line{to: to, seen: map[string]int{}, statuses: map[int]int{}, cut: make(chan struct{})}
	l.Server = httptest.NewServer(l)
	t.Cleanup(func() {
		l.cutStreams()
		l.Server.Close()
	})
	return l
}

// ServeHTTP forwards a request to the server, and its answer back unless that is to be lost.
func (l *line) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/v1")
	l.mutex.Lock()
	l.seen[name]++
	isLost := l.lose == name
	if isLost {
		l.lose = ""
	}
	block, cut := l.block, l.cut
	l.mutex.Unlock()
	if block != nil {
		select {
		case <-block:
		case <-r.Context().Done():
			return
		}
	}
	forwarded := r.Clone(r.Context())
	forwarded.URL.Scheme, forwarded.URL.Host, forwarded.RequestURI = l.to.Scheme, l.to.Host, ""
	response, err := http.DefaultTransport.RoundTrip(forwarded)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer response.Body.Close()
	l.mutex.Lock()
	l.statuses[response.StatusCode]++
	l.mutex.Unlock()
	for field, values := range response.Header {
		w.Header()[field] = values
	}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		w.WriteHeader(response.StatusCode)
		pump(w, response.Body, cut)
		return
	}
	text, err := io.ReadAll(response.Body)
	if err != nil || isLost { // the server has done it, but the client gets no answer
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(response.StatusCode)
	_, _ = w.Write(text) // the client may be gone
}

// pump forwards a stream until it ends or is cut.
func pump(w http.ResponseWriter, from io.ReadCloser, cut chan struct{}) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-cut:
			_ = from.Close()
		case <-done:
		}
	}()
	piece := make([]byte, 4096)
	for {
		n, err := from.Read(piece)
		if _, failed := w.Write(piece[:n]); failed != nil || err != nil {
			panic(http.ErrAbortHandler)
		}
		_ = http.NewResponseController(w).Flush() // the next write notices a client that is gone
	}
}

// cutStreams cuts the open streams.
func (l *line) cutStreams() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	close(l.cut)
	l.cut = make(chan struct{})
}

// loseAnswer loses the next answer to a request.
func (l *line) loseAnswer(name string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.lose = name
}

// hold lets nothing through until release is called.
func (l *line) hold() (release func()) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	block := make(chan struct{})
	l.block = block
	return sync.OnceFunc(func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.block = nil
		close(block)
	})
}

// count is the number of requests of a method and path.
func (l *line) count(name string) int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.seen[name]
}

// answered is the number of answers with a status.
func (l *line) answered(status int) int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.statuses[status]
}

// once uses a connection per request, so that Go's own transport repeats none, as it would on reused connections.
func once() client.Option {
	return client.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}})
}

// pairOf is the tokens of a member, as a program would have kept them.
func pairOf(m *kit.Member) client.TokenPair {
	return client.TokenPair{AccessToken: m.Token, RefreshToken: m.RefreshToken}
}

// as makes a client of a member.
func as(m *kit.Member, url string, options ...client.Option) *client.Client {
	return client.New(url, append([]client.Option{client.WithTokens(pairOf(m))}, options...)...)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantRefusal(t *testing.T, err error, code client.ErrorCode) *client.Error {
	t.Helper()
	var refused *client.Error
	if !errors.As(err, &refused) || refused.Code != code {
		t.Fatalf("the error is %v, want %s", err, code)
	}
	return refused
}
