package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
)

// lasting answers with tokens that are valid for the given seconds.
func lasting(seconds int) func(http.ResponseWriter, int) {
	return func(w http.ResponseWriter, number int) {
		write(w, http.StatusOK, map[string]any{"access_token": fmt.Sprintf("token-%d", number), "token_type": "bearer", "expires_in": seconds})
	}
}

func newTokenBearer(t *testing.T, server *tokenServer, now func() time.Time) auth.Method {
	t.Helper()
	method, err := newParser(t, local, now).Parse(auth.OAuth2, []byte(server.config()))
	if err != nil {
		t.Fatal(err)
	}
	return method
}

func wantToken(t *testing.T, method auth.Method, number int) http.Header {
	t.Helper()
	header := apply(t, method, "")
	if got, want := header.Get("Authorization"), fmt.Sprintf("Bearer token-%d", number); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	return header
}

func TestATokenIsFetchedOnceAndKept(t *testing.T) {
	t.Parallel()
	server := newTokenServer(t, lasting(3600))
	method := newTokenBearer(t, server, newClock().Now)
	for range 3 {
		wantToken(t, method, 1)
	}
	requests := server.requests()
	if len(requests) != 1 {
		t.Fatalf("%d requests, want 1", len(requests))
	}
	want := map[string]string{"grant": "client_credentials", "scope": "hooks.write hooks.read", "client": "bourse", "secret": clientSecret}
	for name, value := range want {
		if requests[0][name] != value {
			t.Errorf("%s was %q, want %q", name, requests[0][name], value)
		}
	}
}

func TestATokenIsRenewedShortlyBeforeItsEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seconds int
		margin  time.Duration
	}{{3600, 30 * time.Second}, {60, 15 * time.Second}, {0, 30 * time.Second}} {
		clock := newClock()
		method := newTokenBearer(t, newTokenServer(t, lasting(c.seconds)), clock.Now)
		wantToken(t, method, 1)
		lifetime := time.Duration(c.seconds) * time.Second
		if c.seconds == 0 {
			lifetime = time.Hour // assumed for a token that does not say
		}
		// The duration of the request is subtracted, and may be long on a busy machine.
		clock.Advance(lifetime - c.margin - 5*time.Second)
		wantToken(t, method, 1)
		clock.Advance(6 * time.Second)
		wantToken(t, method, 2)
	}
}

func TestATokenThatHasExpiredOnArrivalServesOneCall(t *testing.T) {
	t.Parallel()
	method := newTokenBearer(t, newTokenServer(t, lasting(-10)), newClock().Now)
	wantToken(t, method, 1)
	wantToken(t, method, 2)
}

func TestARejectedTokenIsRenewedOnce(t *testing.T) {
	t.Parallel()
	server := newTokenServer(t, lasting(3600))
	method := newTokenBearer(t, server, newClock().Now)
	rejected := wantToken(t, method, 1)
	// Many calls used the same token at once, and all of them get 401.
	for range 10 {
		if !method.Invalidate(rejected) {
			t.Error("another try should help")
		}
		wantToken(t, method, 2)
	}
	if len(server.requests()) != 2 {
		t.Errorf("%d requests, want 2", len(server.requests()))
	}
}

func TestCallersAtOnceShareOneRequest(t *testing.T) {
	t.Parallel()
	const callers = 50
	asked, proceed := make(chan struct{}, callers), make(chan struct{})
	server := newTokenServer(t, func(w http.ResponseWriter, number int) {
		asked <- struct{}{}
		<-proceed
		lasting(3600)(w, number)
	})
	method := newTokenBearer(t, server, newClock().Now)
	var waiting, done sync.WaitGroup
	failures := make(chan error, callers)
	for range callers {
		waiting.Add(1)
		done.Go(func() {
			header := http.Header{}
			waiting.Done()
			if err := method.Apply(t.Context(), header, nil); err != nil || header.Get("Authorization") != "Bearer token-1" {
				failures <- fmt.Errorf("got %v, %v", header, err)
			}
		})
	}
	<-asked
	waiting.Wait()
	close(proceed)
	done.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
	if len(server.requests()) != 1 {
		t.Errorf("%d requests, want 1", len(server.requests()))
	}
}

func TestACallerThatGivesUpDoesNotDisturbTheOthers(t *testing.T) {
	t.Parallel()
	asked, proceed := make(chan struct{}, 2), make(chan struct{})
	server := newTokenServer(t, func(w http.ResponseWriter, number int) {
		asked <- struct{}{}
		<-proceed
		lasting(3600)(w, number)
	})
	method := newTokenBearer(t, server, newClock().Now)
	ctx, cancel := context.WithCancel(t.Context())
	impatient := make(chan error)
	go func() { impatient <- method.Apply(ctx, http.Header{}, nil) }()
	<-asked
	cancel()
	if err := <-impatient; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled inside", err)
	}
	close(proceed)
	wantToken(t, method, 1)
	if len(server.requests()) != 1 {
		t.Errorf("%d requests, want 1", len(server.requests()))
	}
}

func TestClosingTheParserEndsARequestForAToken(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	server := newTokenServer(t, nil)
	released := make(chan struct{})
	server.reply = func(http.ResponseWriter, int) { asked <- struct{}{}; <-released }
	defer close(released)
	parser := newParser(t, local, time.Now)
	method, err := parser.Parse(auth.OAuth2, []byte(server.config()))
	if err != nil {
		t.Fatal(err)
	}
	go func() { <-asked; parser.Close() }()
	err = method.Apply(t.Context(), http.Header{}, nil)
	wantTokenError(t, err, 0)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled inside", err)
	}
}

func TestWithoutATokenTheCallFailsAndTellsNoSecret(t *testing.T) {
	t.Parallel()
	answer := func(status int, body map[string]any) func(http.ResponseWriter, int) {
		return func(w http.ResponseWriter, _ int) { write(w, status, body) }
	}
	text := func(body string) func(http.ResponseWriter, int) {
		return func(w http.ResponseWriter, _ int) { _, _ = fmt.Fprint(w, body) }
	}
	for name, c := range map[string]struct {
		reply  func(http.ResponseWriter, int)
		status int
		says   string
	}{
		"a refusal":      {answer(401, map[string]any{"error": "invalid_client", "error_description": clientSecret}), 401, "the token endpoint answered 401 (invalid_client)"},
		"an echo":        {answer(400, map[string]any{"error": clientSecret}), 400, "the token endpoint answered 400"},
		"an odd refusal": {answer(200, map[string]any{"error": "invalid_scope"}), 200, "the token endpoint answered 200 (invalid_scope)"},
		"an outage":      {func(w http.ResponseWriter, _ int) { http.Error(w, clientSecret, http.StatusServiceUnavailable) }, 503, "the token endpoint answered 503"},
		"a redirect":     {func(w http.ResponseWriter, _ int) { w.Header().Set("Location", "/else"); w.WriteHeader(307) }, 307, "the token endpoint answered 307"},
		"nonsense":       {text("<html>" + clientSecret), 200, "the answer of the token endpoint holds no token"},
		"no token":       {answer(200, map[string]any{"token": clientSecret}), 200, "the answer of the token endpoint holds no token"},
		"a huge answer":  {answer(200, map[string]any{"pad": strings.Repeat("x", 17<<10), "access_token": "a"}), 200, "the answer of the token endpoint holds no token"},
		"huge headers": {func(w http.ResponseWriter, number int) {
			w.Header().Set("X-Pad", strings.Repeat("x", 13<<10)) // slightly more than the limit passes
			lasting(3600)(w, number)
		}, 0, "the token endpoint could not be asked: the headers of the answer are too large"},
		"a huge token":  {answer(200, map[string]any{"access_token": strings.Repeat("x", 9<<10)}), 200, "the token is too long"},
		"a split token": {answer(200, map[string]any{"access_token": "a\r\nX: y"}), 200, "the token cannot be sent in a header"},
		"another type":  {answer(200, map[string]any{"access_token": "a", "token_type": "DPoP"}), 200, "the token is of a type other than bearer"},
		"a hang-up":     {func(http.ResponseWriter, int) { panic(http.ErrAbortHandler) }, 0, "the token endpoint could not be asked: the receiver closed the connection without an answer"},
	} {
		server := newTokenServer(t, c.reply)
		header := http.Header{}
		err := newTokenBearer(t, server, newClock().Now).Apply(t.Context(), header, nil)
		failure := wantTokenError(t, err, c.status)
		if failure.Reason != c.says || len(header) != 0 {
			t.Errorf("%s: got %q and %v, want %q", name, failure.Reason, header, c.says)
		}
		for inner := err; inner != nil; inner = errors.Unwrap(inner) {
			if strings.Contains(fmt.Sprintf("%v %+v", inner, inner), clientSecret) {
				t.Errorf("%s: the secret is told: %v", name, inner)
			}
		}
		for _, request := range server.requests() {
			if request["grant"] == "" {
				t.Errorf("%s: the redirect was followed", name)
			}
		}
	}
}

func TestAFailureIsNotKept(t *testing.T) {
	t.Parallel()
	server := newTokenServer(t, func(w http.ResponseWriter, number int) {
		if number <= 2 { // each request is tried with both styles of credentials
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		lasting(3600)(w, number)
	})
	method := newTokenBearer(t, server, newClock().Now)
	wantTokenError(t, method.Apply(t.Context(), http.Header{}, nil), http.StatusInternalServerError)
	wantToken(t, method, 3)
}

func TestATokenEndpointIsJudgedAtTheSocket(t *testing.T) {
	t.Parallel()
	server := newTokenServer(t, lasting(3600))
	policy := egress.Policy{AllowHTTP: true, Resolver: newLoopbackNameServer(t)}
	config := strings.Replace(server.config(), "127.0.0.1", "id.test", 1)
	method, err := newParser(t, policy, time.Now).Parse(auth.OAuth2, []byte(config))
	if err != nil {
		t.Fatal(err)
	}
	err = method.Apply(t.Context(), http.Header{}, nil)
	var refused *egress.RefusedError
	if wantTokenError(t, err, 0); !errors.As(err, &refused) || len(server.requests()) != 0 {
		t.Errorf("got %v after %d requests, want a RefusedError inside", err, len(server.requests()))
	}
}

// newLoopbackNameServer starts a name server that resolves every name to this machine.
func newLoopbackNameServer(t *testing.T) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for packet := make([]byte, 1500); ; {
			length, from, err := server.ReadFrom(packet)
			var message dnsmessage.Message
			if err != nil || message.Unpack(packet[:length]) != nil {
				return
			}
			question := message.Questions[0]
			message.Response, message.RecursionAvailable, message.Additionals = true, true, nil
			if question.Type == dnsmessage.TypeA {
				message.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class},
					Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
				}}
			}
			if answer, err := message.Pack(); err == nil {
				_, _ = server.WriteTo(answer, from)
			}
		}
	}()
	t.Cleanup(func() { server.Close(); <-ended })
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func wantTokenError(t *testing.T, err error, status int) *auth.TokenError {
	t.Helper()
	var failure *auth.TokenError
	if !errors.As(err, &failure) {
		t.Fatalf("got %v, want a TokenError", err)
	}
	if failure.Status != status || failure.Class() != wire.OAuth2 {
		t.Errorf("got status %d, class %s, want %d", failure.Status, failure.Class(), status)
	}
	return failure
}
