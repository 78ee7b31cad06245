package edge_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
	"bourse/internal/oas"
	"bourse/internal/telemetry"
)

func TestEveryUnknownRouteIsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, path := range []string{
		"/api/v1/nothing", "/api/v1/", "/api/v1", "/api/v2/auth/me", "/api/v1/auth/me/", "/nothing", "/docs/nothing",
		"/docs/../healthz", "//healthz", "/metrics", "/.well-known/jwks.json", "/api/v1/%00", "/api/v1/users/%ff/x",
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", http.NoBody)
		var err error
		if r.URL, err = url.Parse("http://example.com" + path); err != nil {
			t.Fatal(err)
		}
		answer := httptest.NewRecorder()
		e.Handler.ServeHTTP(answer, r)
		edgetest.WantFailure(t, answer, http.StatusNotFound, fault.NotFound)
	}
}

func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, c := range []struct{ method, path, allow string }{
		{"PUT", "/api/v1/auth/me", "DELETE, GET, HEAD, PATCH"},
		{"PUT", "/api/v1/tenants", "GET, HEAD, POST"},
		{"HEAD", "/api/v1/auth/login", "POST"},
		{"HEAD", "/api/v1/trading/stream", "GET"},
		{"POST", "/healthz", "GET, HEAD"},
		{"DELETE", "/docs", "GET, HEAD"},
		{"OPTIONS", "/api/v1/auth/login", "POST"},
	} {
		answer := e.Send(t, edgetest.Request{Method: c.method, Path: c.path})
		edgetest.WantFailure(t, answer, http.StatusMethodNotAllowed, fault.MethodNotAllowed)
		edgetest.WantHeader(t, answer, "Allow", c.allow)
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Methods", "")
		edgetest.WantHeader(t, answer, "Access-Control-Allow-Headers", "")
	}
}

// A client that checks whether something exists, and how long it is, requests only the headers.
func TestAHeadIsAnsweredAsAGetWithoutABody(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	address := "http://" + edgetest.Listen(t, e.Handler) + "/api/v1/auth/me"
	ask := func(method string) (*http.Response, string) {
		request, err := http.NewRequestWithContext(t.Context(), method, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer alice")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(body)
	}
	got, body := ask(http.MethodHead)
	want, whole := ask(http.MethodGet)
	if got.StatusCode != http.StatusOK || body != "" || got.ContentLength != int64(len(whole)) {
		t.Errorf("got %d %q of %d bytes, want nothing of %d", got.StatusCode, body, got.ContentLength, len(whole))
	}
	for _, name := range []string{"Content-Type", "Cache-Control"} {
		if got.Header.Get(name) != want.Header.Get(name) {
			t.Errorf("%s is %q, want %q", name, got.Header.Get(name), want.Header.Get(name))
		}
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "HEAD", Path: "/api/v1/auth/me"}), http.StatusUnauthorized)
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "HEAD", Path: "/api/v1/nothing", Token: "alice"}), http.StatusNotFound)
}

func TestWhoMayComeIn(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	const me, login = "/api/v1/auth/me", "/api/v1/auth/login"
	const credentials = `{"email":"a@b.test","password":"x"}`
	for _, c := range []struct {
		name, method, path, authorization string
		status                            int
		code                              fault.Code
	}{
		{"no header", "GET", me, "", 401, fault.Unauthorized},
		{"another scheme", "GET", me, "Basic YWxpY2U6eA==", 401, fault.Unauthorized},
		{"scheme alone", "GET", me, "Bearer", 401, fault.Unauthorized},
		{"an old token", "GET", me, "Bearer junk", 401, fault.TokenExpired},
		{"an empty token", "GET", me, "Bearer ", 401, fault.TokenExpired},
		{"a token that cannot be looked up", "GET", me, "Bearer broken", 503, fault.ServiceUnavailable},
		{"a good token", "GET", me, "Bearer alice", 200, ""},
		{"lower case", "GET", me, "bearer alice", 200, ""},
		{"public with an old token", "POST", login, "Bearer junk", 401, fault.InvalidCredentials},
		{"public with a token that cannot be looked up", "POST", login, "Bearer broken", 401, fault.InvalidCredentials},
		{"public with another scheme", "POST", login, "Basic x", 401, fault.InvalidCredentials},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sent := edgetest.Request{Method: c.method, Path: c.path, Header: map[string]string{"Authorization": c.authorization}}
			if c.method == "POST" {
				sent.Body = credentials
			}
			answer := e.Send(t, sent)
			if c.code == "" {
				edgetest.WantStatus(t, answer, c.status)
				return
			}
			edgetest.WantFailure(t, answer, c.status, c.code)
			if c.status == http.StatusUnauthorized {
				edgetest.WantHeader(t, answer, "WWW-Authenticate", `Bearer realm="bourse"`)
			}
		})
	}
}

func TestAnOperationKnowsItsCallerAndOrigin(t *testing.T) {
	t.Parallel()
	var caller identity.Caller
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		caller = edge.Caller(ctx)
		return edgetest.Profile(caller), nil
	}})
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{
		Method: "GET", Path: "/api/v1/auth/me", Token: "bob", From: "192.0.2.7:4711",
		Header: map[string]string{"User-Agent": "app\xff/1.0", "X-Request-Id": "r-1"},
	}), http.StatusOK)
	want := e.Bob
	want.Origin = identity.Origin{IPAddress: "192.0.2.7", UserAgent: "app\uFFFD/1.0", RequestID: "r-1", Host: "example.com"}
	if caller != want {
		t.Errorf("the caller is %+v, want %+v", caller, want)
	}
}

func TestASaneRequestIDIsEchoedAndAnyOtherReplaced(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, id := range []string{"a", "A.b_c-9", strings.Repeat("x", 64)} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/healthz", Header: map[string]string{"X-Request-Id": id}})
		edgetest.WantHeader(t, answer, "X-Request-Id", id)
	}
	seen := map[string]bool{}
	for _, id := range []string{"", strings.Repeat("x", 65), "a b", "a\"b", "ä", "a\nb", "a/b"} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/nothing", Header: map[string]string{"X-Request-Id": id}})
		got := answer.Header().Get("X-Request-Id")
		if !regexp.MustCompile(`^[A-Za-z0-9._-]{18,64}$`).MatchString(got) || seen[got] {
			t.Errorf("%q was replaced by %q", id, got)
		}
		seen[got] = true
	}
}

func TestAPanicIsAnEnvelopeAndItsStackIsLogged(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{OnMe: func(context.Context) (oas.GetMeRes, error) { panic("boom-7") }})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	edgetest.WantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
	if strings.Contains(answer.Body.String(), "boom-7") {
		t.Errorf("the client is told: %s", answer.Body)
	}
	line := edgetest.LastLine(t, e)
	if line["level"] != "ERROR" || line["error"] != "panic: boom-7" || !strings.Contains(line["stack"].(string), "edge_test.go") {
		t.Errorf("logged %v", line)
	}
}

func TestAnAbortedHandlerStaysAborted(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{OnMe: func(context.Context) (oas.GetMeRes, error) { panic(http.ErrAbortHandler) }})
	defer func() {
		if recovered := recover(); recovered != http.ErrAbortHandler {
			t.Errorf("recovered %v", recovered)
		}
	}()
	e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	t.Error("the panic did not travel on")
}

// The generated code sets the status before it encodes the response.
func TestAnAnswerThatCannotBeEncodedIsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{OnMe: func(context.Context) (oas.GetMeRes, error) { return (*oas.ProfileEnvelope)(nil), nil }})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	edgetest.WantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
}

func TestTheDetailOfOurFailuresIsLoggedAndNotSent(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{OnMe: func(context.Context) (oas.GetMeRes, error) { return nil, errors.New("disk on fire") }})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me?token=s3cret", Token: "alice", Header: map[string]string{"X-Request-Id": "r-9"}})
	edgetest.WantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
	if strings.Contains(answer.Body.String(), "fire") {
		t.Errorf("the client is told: %s", answer.Body)
	}
	line := edgetest.LastLine(t, e)
	for name, want := range map[string]any{
		"level": "ERROR", "msg": "request", "method": "GET", "path": "/api/v1/auth/me", "operation": "getMe", "status": 500.0,
		"requestId": "r-9", "address": "192.0.2.1", "errorCode": "INTERNAL_ERROR", "error": "disk on fire",
		"userId": e.Alice.UserID.String(), "tenantId": e.Alice.TenantID.String(), "bytes": float64(answer.Body.Len()),
	} {
		if line[name] != want {
			t.Errorf("%s is %v, want %v", name, line[name], want)
		}
	}
	if strings.Contains(e.Logs.String(), "s3cret") {
		t.Error("the query is logged")
	}
}

func TestOneLineIsLoggedForARequest(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"}), http.StatusOK)
	e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me"})
	e.Send(t, edgetest.Request{Method: "GET", Path: "/healthz"})
	lines := strings.Split(strings.TrimSpace(e.Logs.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines: %s", len(lines), e.Logs)
	}
	for i, level := range []string{`"INFO"`, `"INFO"`, `"DEBUG"`} {
		if !strings.Contains(lines[i], `"level":`+level) {
			t.Errorf("line %d is not of level %s: %s", i, level, lines[i])
		}
	}
}

func TestARequestForNothingThatThereIsIsLoggedAsItIsCounted(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, path := range []string{"/api/v1/nothing", "/nothing"} {
		edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: path}), http.StatusNotFound)
		if line := edgetest.LastLine(t, e); line["operation"] != telemetry.UnknownOperation || line["path"] != path {
			t.Errorf("logged %v", line)
		}
	}
}

func TestWhoDoesNotWaitIsNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		leave()
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	r := httptest.NewRequestWithContext(ctx, "GET", "/api/v1/auth/me", http.NoBody)
	r.Header.Set("Authorization", "Bearer alice")
	e.Handler.ServeHTTP(httptest.NewRecorder(), r)
	if line := edgetest.LastLine(t, e); line["level"] != "INFO" || line["status"] != 499.0 {
		t.Errorf("logged %v", line)
	}
}

func TestAnOperationThatWaitsTooLongIsCutOff(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		deadline, ok := ctx.Deadline()
		if !ok || ctx.Err() != nil {
			t.Errorf("the deadline is %v and the error %v", deadline, ctx.Err())
		}
		derived, cancel := context.WithCancel(ctx)
		defer cancel()
		<-derived.Done()
		if time.Now().Before(deadline) {
			t.Error("it was cut off before its time")
		}
		return nil, derived.Err()
	}})
	synctest.Test(t, func(t *testing.T) { // time advances as soon as all goroutines wait
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
		edgetest.WantFailure(t, answer, http.StatusServiceUnavailable, fault.ServiceUnavailable)
		edgetest.WantHeader(t, answer, "Retry-After", "1")
	})
}

func TestALargeBodyIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	large := `{"email":"a@b.test","password":"` + strings.Repeat("x", 1<<20) + `"}`
	for _, known := range []bool{true, false} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/auth/login", strings.NewReader(large))
		r.Header.Set("Content-Type", "application/json")
		if !known {
			r.ContentLength = -1
		}
		answer := httptest.NewRecorder()
		e.Handler.ServeHTTP(answer, r)
		edgetest.WantFailure(t, answer, http.StatusRequestEntityTooLarge, fault.PayloadTooLarge)
	}
	stranger := edgetest.Request{Method: "POST", Path: "/api/v1/tenants", Token: "junk", Body: large}
	edgetest.WantFailure(t, e.Send(t, stranger), http.StatusUnauthorized, fault.TokenExpired) // without reading it
	fits := `{"email":"a@b.test","password":"x"` + strings.Repeat(" ", 1<<20-35) + `}`
	edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Body: fits}), 401, fault.InvalidCredentials)
}

func TestAnswersOfTheAPIAreNotKeptBySomebodyElse(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, path := range []string{"/api/v1/auth/me", "/api/v1/nothing"} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: path, Token: "alice"})
		edgetest.WantHeader(t, answer, "Cache-Control", "no-store")
		edgetest.WantHeader(t, answer, "X-Content-Type-Options", "nosniff")
	}
}

// Only the end of the request itself is harmless: a request whose client still waits, and which fails with somebody
// else's context error, is logged as a failure.
func TestAFailureIsLoggedThoughItTellsOfAnothersEnd(t *testing.T) {
	t.Parallel()
	lines := &edgetest.LogBook{}
	logger, stop, err := telemetry.NewLogger(lines, "info", "json", nil)
	if err != nil {
		t.Fatal(err)
	}
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		_ = ctx.Done() // as a wait for the database does
		return nil, fmt.Errorf("ask somebody else: %w", context.Canceled)
	}}, func(o *edge.Options) { o.Logger = logger })
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	stop()
	edgetest.WantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
	if got := lines.String(); strings.Count(got, `"level":"ERROR"`) != 1 {
		t.Errorf("logged was %q, want one error", got)
	}
}
