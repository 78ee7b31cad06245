package e2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// body is the JSON object of a request.
type body map[string]any

// client calls the API of one server, as nobody or as the holder of a token.
type client struct {
	base   string
	token  string
	header http.Header
}

// client makes a client without a token.
func (s *server) client() *client { return &client{base: s.URL(), header: http.Header{}} }

// with is the client with one more header.
func (c *client) with(name, value string) *client {
	copied := *c
	copied.header = c.header.Clone()
	copied.header.Set(name, value)
	return &copied
}

// as is the client with another token.
func (c *client) as(token string) *client {
	copied := *c
	copied.token = token
	return &copied
}

// at is the client at another server.
func (c *client) at(other *server) *client {
	copied := *c
	copied.base = other.URL()
	return &copied
}

// request makes a request to a path of the server. A content that is text or a reader is sent as it is,
// nil not at all, and anything else as JSON.
func (c *client) request(t *testing.T, method, path string, content any) *http.Request {
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
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name, values := range c.header {
		request.Header[name] = values
	}
	return request
}

// fetch calls a path of the server and returns whatever it answers. Redirects are not followed.
func (c *client) fetch(t *testing.T, method, path string, content any) *answer {
	t.Helper()
	request := c.request(t, method, path, content)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: read the answer: %v", method, path, err)
	}
	return &answer{call: method + " " + path, status: response.StatusCode, header: response.Header, text: text}
}

// call calls an operation and checks what every answer of one has to have.
func (c *client) call(t *testing.T, method, path string, content any) *answer {
	t.Helper()
	a := c.fetch(t, method, "/api/v1"+path, content)
	a.wantEnvelope(t)
	return a
}

func (c *client) get(t *testing.T, path string) *answer {
	t.Helper()
	return c.call(t, http.MethodGet, path, nil)
}

func (c *client) post(t *testing.T, path string, content any) *answer {
	t.Helper()
	return c.call(t, http.MethodPost, path, content)
}

// answer is what came back.
type answer struct {
	call     string
	status   int
	header   http.Header
	text     []byte
	envelope map[string]any // of an operation
}

// wantEnvelope checks that the answer is the envelope of the contract, whether it tells of a success or
// of a failure, with the headers that every answer has.
func (a *answer) wantEnvelope(t *testing.T) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s: %s is %q, want %q", a.call, name, got, want)
		}
	}
	if a.header.Get("X-Request-Id") == "" {
		t.Errorf("%s: there is no X-Request-Id", a.call)
	}
	if err := json.Unmarshal(a.text, &a.envelope); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v\n%s", a.call, err, a.text)
	}
	if isSuccess := a.status < http.StatusBadRequest; a.envelope["success"] != isSuccess {
		t.Errorf("%s: success is %v with status %d", a.call, a.envelope["success"], a.status)
	}
	shape := shape{"success": aBoolean, "?data": anything, "?meta": aMeta, "?message": aText}
	if a.status >= http.StatusBadRequest {
		shape = shapeOfFailure
	}
	wantShape(t, a.call, a.envelope, shape)
}

// ok checks that the call succeeded with the status.
func (a *answer) ok(t *testing.T, status int) *answer {
	t.Helper()
	if a.status != status {
		t.Fatalf("%s: status %d, want %d: %s", a.call, a.status, status, a.text)
	}
	return a
}

// done checks that the call succeeded with the status and nothing to return.
func (a *answer) done(t *testing.T, status int) {
	t.Helper()
	wantShape(t, a.call, a.ok(t, status).envelope, shape{"success": aBoolean, "?message": aText})
}

// object is the data of a success, which has to be an object of the shape.
func (a *answer) object(t *testing.T, want shape) map[string]any {
	t.Helper()
	wantShape(t, a.call, a.envelope, shape{"success": aBoolean, "data": anObject(want), "?message": aText})
	data, isObject := a.envelope["data"].(map[string]any)
	if !isObject {
		t.Fatalf("%s: data is no object: %s", a.call, a.text)
	}
	return data
}

// list is the data of a success, which has to be a list of objects of the shape. Whether there is a meta
// beside it is the caller's to know.
func (a *answer) list(t *testing.T, want shape, extra shape) []map[string]any {
	t.Helper()
	all := shape{"success": aBoolean, "data": aListOf(anObject(want)), "?message": aText}
	for name, check := range extra {
		all[name] = check
	}
	wantShape(t, a.call, a.envelope, all)
	elements, isList := a.envelope["data"].([]any)
	if !isList {
		t.Fatalf("%s: data is no list: %s", a.call, a.text)
	}
	objects := make([]map[string]any, len(elements))
	for i, element := range elements {
		objects[i], _ = element.(map[string]any)
	}
	return objects
}

// failed checks that the call was refused with the status and the code. The field is the one that the
// refusal names; empty for none.
func (a *answer) failed(t *testing.T, status int, code, field string) *answer {
	t.Helper()
	failure, _ := a.envelope["error"].(map[string]any)
	gotField, _ := failure["field"].(string)
	if a.status != status || failure["code"] != code || gotField != field {
		t.Fatalf("%s: %d %v about %q, want %d %s about %q: %s", a.call, a.status, failure["code"], gotField, status, code, field, a.text)
	}
	return a
}
