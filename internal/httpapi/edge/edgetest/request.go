package edgetest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/internal/fault"
)

// Request is what a test sends. A field's zero value omits it.
type Request struct {
	Method, Path, Token, Body, From string
	Header                          map[string]string
}

// Send sends a request and returns the response.
func (e *Edge) Send(t testing.TB, sent Request) *httptest.ResponseRecorder {
	t.Helper()
	var body io.Reader = http.NoBody
	if sent.Body != "" {
		body = strings.NewReader(sent.Body)
	}
	r := httptest.NewRequestWithContext(t.Context(), sent.Method, sent.Path, body)
	if sent.Body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if sent.Token != "" {
		r.Header.Set("Authorization", "Bearer "+sent.Token)
	}
	if sent.From != "" {
		r.RemoteAddr = sent.From
	}
	for name, value := range sent.Header {
		if value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	recorder := httptest.NewRecorder()
	e.Handler.ServeHTTP(recorder, r)
	return recorder
}

// Failure is an error envelope.
type Failure struct {
	Success bool `json:"success"`
	Error   struct {
		Message string     `json:"message"`
		Code    fault.Code `json:"code"`
		Field   string     `json:"field"`
	} `json:"error"`
}

// WantFailure checks that the response is an envelope with the given status and code, and returns it.
func WantFailure(t testing.TB, answer *httptest.ResponseRecorder, status int, code fault.Code) Failure {
	t.Helper()
	var got Failure
	decoder := json.NewDecoder(bytes.NewReader(answer.Body.Bytes()))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatalf("the answer %q is no envelope: %v", answer.Body, err)
	}
	if answer.Code != status || got.Error.Code != code || got.Success {
		t.Fatalf("got %d %s, want %d %s", answer.Code, answer.Body, status, code)
	}
	if got.Error.Message == "" {
		t.Error("the envelope has no message")
	}
	WantHeader(t, answer, "Content-Type", "application/json; charset=utf-8")
	if answer.Header().Get("X-Request-Id") == "" {
		t.Error("the answer has no X-Request-Id")
	}
	return got
}

// WantStatus fails the test unless the response has the status.
func WantStatus(t testing.TB, answer *httptest.ResponseRecorder, status int) {
	t.Helper()
	if answer.Code != status {
		t.Fatalf("got %d %s, want %d", answer.Code, answer.Body, status)
	}
}

// WantHeader checks a header of the response.
func WantHeader(t testing.TB, answer *httptest.ResponseRecorder, name, want string) {
	t.Helper()
	if got := answer.Header().Get(name); got != want {
		t.Errorf("%s is %q, want %q", name, got, want)
	}
}

// NewRequest makes a request without a body.
func NewRequest(t testing.TB, method, path string) *http.Request {
	t.Helper()
	return httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
}

// AddressSeen sends the request and returns the client address that was logged for it.
func (e *Edge) AddressSeen(t *testing.T, r *http.Request) string {
	t.Helper()
	e.Handler.ServeHTTP(httptest.NewRecorder(), r)
	address, ok := LastLine(t, e)["address"].(string)
	if !ok {
		t.Fatal("no address was logged")
	}
	return address
}

// LastLine is the last line of the log.
func LastLine(t *testing.T, e *Edge) map[string]any {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(e.Logs.String()), "\n")
	var line map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &line); err != nil {
		t.Fatalf("%q: %v", lines, err)
	}
	return line
}
