package bourse_test

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	bourse "bourse/sdk/go"
)

// sent is a request as the server receives it.
type sent struct {
	*http.Request
	body string
}

// field returns a field of the request's JSON body.
func (s sent) field(name string) any {
	var fields map[string]any
	_ = json.Unmarshal([]byte(s.body), &fields) // anything but JSON has no fields
	return fields[name]
}

// standIn is a server inside the test, without a network, so that time can be simulated.
type standIn struct {
	mutex  sync.Mutex
	got    []sent
	answer func(s sent) (*http.Response, error)
}

// client creates a client of a server that answers with this function.
func client(answer func(s sent) (*http.Response, error), options ...bourse.Option) (*bourse.Client, *standIn) {
	server := &standIn{answer: answer}
	options = append([]bourse.Option{bourse.WithHTTPClient(&http.Client{Transport: server})}, options...)
	return bourse.New("http://stand.in", options...), server
}

// RoundTrip answers a request.
func (s *standIn) RoundTrip(r *http.Request) (*http.Response, error) {
	one := sent{Request: r}
	if r.Body != nil {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		one.body = string(text)
	}
	s.mutex.Lock()
	s.got = append(s.got, one)
	s.mutex.Unlock()
	return s.answer(one)
}

// all returns the requests so far to a path; to any when it is empty.
func (s *standIn) all(path string) (found []sent) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, one := range s.got {
		if path == "" || one.URL.Path == "/api/v1"+path {
			found = append(found, one)
		}
	}
	return found
}

// respond returns a response.
func respond(status int, body string, headers ...string) (*http.Response, error) {
	header := http.Header{"X-Request-Id": {"request-1"}}
	for i := 0; i+1 < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// data answers with the data in its envelope.
func data(text string) (*http.Response, error) {
	return respond(http.StatusOK, `{"success":true,"data":`+text+`}`)
}

// refuse answers with an error.
func refuse(status int, code string, headers ...string) (*http.Response, error) {
	return respond(status, `{"success":false,"error":{"code":"`+code+`","message":"It is not to be.","field":"symbol"}}`, headers...)
}

// cutOff is a connection that is lost after the request was sent.
func cutOff() (*http.Response, error) { return nil, io.ErrUnexpectedEOF }

// unreachable is a connection that could not be established.
func unreachable() (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
}

// tokens is the data of a log-in.
func tokens(number string) string {
	return `{"outcome":"authenticated","accessToken":"access-` + number + `","refreshToken":"refresh-` + number +
		`","tokenType":"Bearer","expiresIn":900,"user":{"id":"u","email":"a@b.test"}}`
}

const me = `{"id":"u","email":"a@b.test","role":"trader","displayName":"Ada"}`

func wantCode(t *testing.T, err error, code bourse.ErrorCode) *bourse.Error {
	t.Helper()
	var refused *bourse.Error
	if !errors.As(err, &refused) || refused.Code != code {
		t.Fatalf("the error is %v, want %s", err, code)
	}
	return refused
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
