package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

func TestEveryUnknownRouteIsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
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
		e.handler.ServeHTTP(answer, r)
		wantFailure(t, answer, http.StatusNotFound, fault.NotFound)
	}
}

func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	for _, c := range []struct{ method, path, allow string }{
		{"DELETE", "/api/v1/auth/me", "GET"},
		{"PUT", "/api/v1/tenants", "GET, POST"},
		{"POST", "/healthz", "GET, HEAD"},
		{"DELETE", "/docs", "GET, HEAD"},
		{"OPTIONS", "/api/v1/auth/login", "POST"},
	} {
		answer := e.send(t, request{method: c.method, path: c.path})
		wantFailure(t, answer, http.StatusMethodNotAllowed, fault.MethodNotAllowed)
		wantHeader(t, answer, "Allow", c.allow)
		wantHeader(t, answer, "Access-Control-Allow-Methods", "")
		wantHeader(t, answer, "Access-Control-Allow-Headers", "")
	}
}

func TestWhoMayComeIn(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
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
			sent := request{method: c.method, path: c.path, header: map[string]string{"Authorization": c.authorization}}
			if c.method == "POST" {
				sent.body = credentials
			}
			answer := e.send(t, sent)
			if c.code == "" {
				wantStatus(t, answer, c.status)
				return
			}
			wantFailure(t, answer, c.status, c.code)
			if c.status == http.StatusUnauthorized {
				wantHeader(t, answer, "WWW-Authenticate", `Bearer realm="bourse"`)
			}
		})
	}
}

func TestAnOperationKnowsItsCallerAndOrigin(t *testing.T) {
	t.Parallel()
	var caller identity.Caller
	e := newEdge(t, &operations{me: func(ctx context.Context) (oas.GetMeRes, error) {
		caller = httpapi.CallerOf(ctx)
		return profile(caller), nil
	}})
	wantStatus(t, e.send(t, request{
		method: "GET", path: "/api/v1/auth/me", token: "bob", from: "192.0.2.7:4711",
		header: map[string]string{"User-Agent": "app\xff/1.0", "X-Request-Id": "r-1"},
	}), http.StatusOK)
	want := e.bob
	want.Origin = identity.Origin{IPAddress: "192.0.2.7", UserAgent: "app\uFFFD/1.0", RequestID: "r-1"}
	if caller != want {
		t.Errorf("the caller is %+v, want %+v", caller, want)
	}
}

func TestASaneRequestIDIsEchoedAndAnyOtherReplaced(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	for _, id := range []string{"a", "A.b_c-9", strings.Repeat("x", 64)} {
		answer := e.send(t, request{method: "GET", path: "/healthz", header: map[string]string{"X-Request-Id": id}})
		wantHeader(t, answer, "X-Request-Id", id)
	}
	seen := map[string]bool{}
	for _, id := range []string{"", strings.Repeat("x", 65), "a b", "a\"b", "ä", "a\nb", "a/b"} {
		answer := e.send(t, request{method: "GET", path: "/nothing", header: map[string]string{"X-Request-Id": id}})
		got := answer.Header().Get("X-Request-Id")
		if !regexp.MustCompile(`^[A-Za-z0-9._-]{18,64}$`).MatchString(got) || seen[got] {
			t.Errorf("%q was replaced by %q", id, got)
		}
		seen[got] = true
	}
}

func TestAPanicIsAnEnvelopeAndItsStackIsLogged(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{me: func(context.Context) (oas.GetMeRes, error) { panic("boom-7") }})
	answer := e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice"})
	wantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
	if strings.Contains(answer.Body.String(), "boom-7") {
		t.Errorf("the client is told: %s", answer.Body)
	}
	line := lastLine(t, e)
	if line["level"] != "ERROR" || line["error"] != "panic: boom-7" || !strings.Contains(line["stack"].(string), "edge_test.go") {
		t.Errorf("logged %v", line)
	}
}

func TestAnAbortedHandlerStaysAborted(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{me: func(context.Context) (oas.GetMeRes, error) { panic(http.ErrAbortHandler) }})
	defer func() {
		if recovered := recover(); recovered != http.ErrAbortHandler {
			t.Errorf("recovered %v", recovered)
		}
	}()
	e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice"})
	t.Error("the panic did not travel on")
}

// The generated code chooses the status before it encodes the answer.
func TestAnAnswerThatCannotBeEncodedIsAnEnvelope(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{me: func(context.Context) (oas.GetMeRes, error) { return (*oas.ProfileEnvelope)(nil), nil }})
	answer := e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice"})
	wantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
}

func TestTheDetailOfOurFailuresIsLoggedAndNotSent(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{me: func(context.Context) (oas.GetMeRes, error) { return nil, errors.New("disk on fire") }})
	answer := e.send(t, request{method: "GET", path: "/api/v1/auth/me?token=s3cret", token: "alice", header: map[string]string{"X-Request-Id": "r-9"}})
	wantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
	if strings.Contains(answer.Body.String(), "fire") {
		t.Errorf("the client is told: %s", answer.Body)
	}
	line := lastLine(t, e)
	for name, want := range map[string]any{
		"level": "ERROR", "msg": "request", "method": "GET", "path": "/api/v1/auth/me", "operation": "getMe", "status": 500.0,
		"requestId": "r-9", "address": "192.0.2.1", "errorCode": "INTERNAL_ERROR", "error": "disk on fire",
		"userId": e.alice.UserID.String(), "tenantId": e.alice.TenantID.String(), "bytes": float64(answer.Body.Len()),
	} {
		if line[name] != want {
			t.Errorf("%s is %v, want %v", name, line[name], want)
		}
	}
	if strings.Contains(e.logs.String(), "s3cret") {
		t.Error("the query is logged")
	}
}

func TestOneLineIsLoggedForARequest(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	wantStatus(t, e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice"}), http.StatusOK)
	e.send(t, request{method: "GET", path: "/api/v1/auth/me"})
	e.send(t, request{method: "GET", path: "/healthz"})
	lines := strings.Split(strings.TrimSpace(e.logs.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines: %s", len(lines), e.logs)
	}
	for i, level := range []string{`"INFO"`, `"INFO"`, `"DEBUG"`} {
		if !strings.Contains(lines[i], `"level":`+level) {
			t.Errorf("line %d is not of level %s: %s", i, level, lines[i])
		}
	}
}

func TestWhoDoesNotWaitIsNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	e := newEdge(t, &operations{me: func(ctx context.Context) (oas.GetMeRes, error) {
		leave()
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	r := httptest.NewRequestWithContext(ctx, "GET", "/api/v1/auth/me", http.NoBody)
	r.Header.Set("Authorization", "Bearer alice")
	e.handler.ServeHTTP(httptest.NewRecorder(), r)
	if line := lastLine(t, e); line["level"] != "INFO" || line["status"] != 499.0 {
		t.Errorf("logged %v", line)
	}
}

func TestAnOperationThatWaitsTooLongIsCutOff(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{me: func(ctx context.Context) (oas.GetMeRes, error) {
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
	synctest.Test(t, func(t *testing.T) { // where time passes as soon as everybody waits
		answer := e.send(t, request{method: "GET", path: "/api/v1/auth/me", token: "alice"})
		wantFailure(t, answer, http.StatusServiceUnavailable, fault.ServiceUnavailable)
		wantHeader(t, answer, "Retry-After", "1")
	})
}

func TestALargeBodyIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	large := `{"email":"a@b.test","password":"` + strings.Repeat("x", 1<<20) + `"}`
	for _, known := range []bool{true, false} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/auth/login", strings.NewReader(large))
		r.Header.Set("Content-Type", "application/json")
		if !known {
			r.ContentLength = -1
		}
		answer := httptest.NewRecorder()
		e.handler.ServeHTTP(answer, r)
		wantFailure(t, answer, http.StatusRequestEntityTooLarge, fault.PayloadTooLarge)
	}
	stranger := request{method: "POST", path: "/api/v1/tenants", token: "junk", body: large}
	wantFailure(t, e.send(t, stranger), http.StatusUnauthorized, fault.TokenExpired) // without reading it
	fits := `{"email":"a@b.test","password":"x"` + strings.Repeat(" ", 1<<20-35) + `}`
	wantFailure(t, e.send(t, request{method: "POST", path: "/api/v1/auth/login", body: fits}), 401, fault.InvalidCredentials)
}

func TestAnswersOfTheAPIAreNotKeptBySomebodyElse(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &operations{})
	for _, path := range []string{"/api/v1/auth/me", "/api/v1/nothing"} {
		answer := e.send(t, request{method: "GET", path: path, token: "alice"})
		wantHeader(t, answer, "Cache-Control", "no-store")
		wantHeader(t, answer, "X-Content-Type-Options", "nosniff")
	}
}

func lastLine(t *testing.T, e *edge) map[string]any {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(e.logs.String()), "\n")
	var line map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil {
		t.Fatalf("%q: %v", lines, err)
	}
	return line
}
