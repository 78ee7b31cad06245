package kit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// Body is the JSON object of a request.
type Body map[string]any

// Client calls the API of one server, without a token or with one.
type Client struct {
	base   string
	Token  string
	Header http.Header
}

// Client makes a client without a token.
func (s *Server) Client() *Client { return &Client{base: s.URL(), Header: http.Header{}} }

// With returns the client with one more header.
func (c *Client) With(name, value string) *Client {
	copied := *c
	copied.Header = c.Header.Clone()
	copied.Header.Set(name, value)
	return &copied
}

// As returns the client with another token.
func (c *Client) As(token string) *Client {
	copied := *c
	copied.Token = token
	return &copied
}

// At returns the client for another server.
func (c *Client) At(other *Server) *Client {
	copied := *c
	copied.base = other.URL()
	return &copied
}

// Request makes a request to a path of the server. Text or a reader is sent as is, nil means no content, and anything
// else is sent as JSON.
func (c *Client) Request(t *testing.T, method, path string, content any) *http.Request {
	t.Helper()
	var reader io.Reader
	switch content := content.(type) {
	case nil:
	case string:
		reader = strings.NewReader(content)
	case io.Reader:
		reader = content
	default:
		encoded, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, c.base+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	if content != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for name, values := range c.Header {
		request.Header[name] = values
	}
	if host := c.Header.Get("Host"); host != "" { // the name by which the server is called, which Go does not treat as a header
		request.Host = host
	}
	return request
}

// Fetch calls a path of the server and returns any answer. Redirects are not followed.
func (c *Client) Fetch(t *testing.T, method, path string, content any) *Answer {
	t.Helper()
	request := c.Request(t, method, path, content)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: read the answer: %v", method, path, err)
	}
	a := &Answer{Call: method + " " + path, Status: response.StatusCode, Header: response.Header, Text: text}
	a.WantDeclared(t, request)
	return a
}

// Call calls an operation and checks what every answer must have.
func (c *Client) Call(t *testing.T, method, path string, content any) *Answer {
	t.Helper()
	a := c.Fetch(t, method, "/api/v1"+path, content)
	a.WantEnvelope(t)
	return a
}

// Get calls an operation that reads.
func (c *Client) Get(t *testing.T, path string) *Answer {
	t.Helper()
	return c.Call(t, http.MethodGet, path, nil)
}

// Post calls an operation that does something.
func (c *Client) Post(t *testing.T, path string, content any) *Answer {
	t.Helper()
	return c.Call(t, http.MethodPost, path, content)
}

// Answer is a received answer.
type Answer struct {
	Call     string
	Status   int
	Header   http.Header
	Text     []byte
	Envelope map[string]any // of an operation
}

// WantEnvelope checks that the answer is the contract's envelope, of a success or a failure, with the headers that
// every answer has.
func (a *Answer) WantEnvelope(t *testing.T) {
	t.Helper()
	kept := "no-store"
	if a.Status == http.StatusOK && strings.HasPrefix(a.Call, "GET /api/v1/brand") { // the only answer that is the same for everybody
		kept = "public, max-age=60"
	}
	for name, want := range map[string]string{
		"Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff", "Cache-Control": kept,
	} {
		if got := a.Header.Get(name); got != want {
			t.Errorf("%s: %s is %q, want %q", a.Call, name, got, want)
		}
	}
	if a.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s: there is no X-Request-Id", a.Call)
	}
	if err := json.Unmarshal(a.Text, &a.Envelope); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v\n%s", a.Call, err, a.Text)
	}
	if isSuccess := a.Status < http.StatusBadRequest; a.Envelope["success"] != isSuccess {
		t.Errorf("%s: success is %v with status %d", a.Call, a.Envelope["success"], a.Status)
	}
	shape := Shape{"success": ABoolean, "?data": anything, "?meta": AMeta, "?message": AText}
	if a.Status >= http.StatusBadRequest {
		shape = shapeOfFailure
	}
	WantShape(t, a.Call, a.Envelope, shape)
}

// Ok checks that the call succeeded with the status.
func (a *Answer) Ok(t *testing.T, status int) *Answer {
	t.Helper()
	if a.Status != status {
		t.Fatalf("%s: status %d, want %d: %s", a.Call, a.Status, status, a.Text)
	}
	return a
}

// Done checks that the call succeeded with the status and without data.
func (a *Answer) Done(t *testing.T, status int) {
	t.Helper()
	WantShape(t, a.Call, a.Ok(t, status).Envelope, Shape{"success": ABoolean, "?message": AText})
}

// Object is the data of a success, which must be an object of the shape.
func (a *Answer) Object(t *testing.T, want Shape) map[string]any {
	t.Helper()
	WantShape(t, a.Call, a.Envelope, Shape{"success": ABoolean, "data": AnObject(want), "?message": AText})
	data, isObject := a.Envelope["data"].(map[string]any)
	if !isObject {
		t.Fatalf("%s: data is no object: %s", a.Call, a.Text)
	}
	return data
}

// List is the data of a success, which must be a list of objects of the shape. The caller knows whether there is a
// meta.
func (a *Answer) List(t *testing.T, want Shape, extra Shape) []map[string]any {
	t.Helper()
	all := Shape{"success": ABoolean, "data": AListOf(AnObject(want)), "?message": AText}
	for name, check := range extra {
		all[name] = check
	}
	WantShape(t, a.Call, a.Envelope, all)
	elements, isList := a.Envelope["data"].([]any)
	if !isList {
		t.Fatalf("%s: data is no list: %s", a.Call, a.Text)
	}
	objects := make([]map[string]any, len(elements))
	for i, element := range elements {
		objects[i], _ = element.(map[string]any)
	}
	return objects
}

// Failed checks that the call was refused with the status and the code. The field is the one that the refusal names;
// empty if none.
func (a *Answer) Failed(t *testing.T, status int, code, field string) *Answer {
	t.Helper()
	failure, _ := a.Envelope["error"].(map[string]any)
	gotField, _ := failure["field"].(string)
	if a.Status != status || failure["code"] != code || gotField != field {
		t.Fatalf("%s: %d %v about %q, want %d %s about %q: %s", a.Call, a.Status, failure["code"], gotField, status, code, field, a.Text)
	}
	return a
}

// WantRetryAfter checks that a refused caller is told to wait, for at most this many seconds.
func WantRetryAfter(t *testing.T, a *Answer, most int) {
	t.Helper()
	seconds, err := strconv.Atoi(a.Header.Get("Retry-After"))
	if err != nil || seconds < 1 || seconds > most {
		t.Errorf("%s: Retry-After is %q, want 1 to %d", a.Call, a.Header.Get("Retry-After"), most)
	}
}
