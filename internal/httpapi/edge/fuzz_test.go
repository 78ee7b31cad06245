package edge_test

import (
	"net/http"
	"strings"
	"testing"

	"bourse/internal/httpapi/edge/edgetest"
)

// FuzzNoHeaderCausesAFailureOfOurs checks that whatever is in the headers that the edge itself reads, the response is
// one of the contract: the address, the token, the cookie, the keys, what is accepted and where a stream resumes.
func FuzzNoHeaderCausesAFailureOfOurs(f *testing.F) {
	for name, values := range map[string][]string{
		"X-Forwarded-For": {"1.2.3.4", "::1, 5.6.7.8", "[fe80::1%eth0]:80", ",,,", "256.1.1.1"}, "Authorization": {"Bearer", "Bearer a.b.c", "Basic YTpi", "bearer \xff"},
		"Cookie": {"__Host-bourse_session=x", "=;=", "a=\"b"}, "Idempotency-Key": {"a", "\xff", ""}, "Accept": {"*/*;q=0", "text/event-stream"},
		"Accept-Encoding": {"gzip;q=nan", "br,,"}, "Last-Event-ID": {"1-2", "x"}, "Content-Type": {"application/json; charset=\xff", "/", ""}, "Content-Encoding": {"gzip"},
		"Origin": {"null", "http://["}, "X-Request-Id": {"a b", "mine"}, "Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-"}, "If-None-Match": {"*"},
	} {
		for _, value := range values {
			f.Add(name, value, "/api/v1/auth/login")
			f.Add(name, value, "/api/v1/tenants")
		}
	}
	e := newEdge(f, &edgetest.Operations{})
	f.Fuzz(func(t *testing.T, name, value, path string) {
		if len(path) == 0 || path[0] != '/' || strings.Contains(path, " ") {
			return
		}
		if _, err := http.NewRequest(http.MethodPost, "http://x"+path, nil); err != nil {
			return // net/http rejects it before, as it does a first line of more than three words
		}
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			answer := e.Send(t, edgetest.Request{Method: method, Path: path, From: "127.0.0.1:1", Header: map[string]string{name: value}, Body: `{"slug":"a","name":"b"}`})
			if answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s %s with %s: %q: %d %s", method, path, name, value, answer.Code, answer.Body)
			}
			if answer.Header().Get("X-Request-Id") == "" {
				t.Errorf("%s %s with %s: %q: there is no X-Request-Id", method, path, name, value)
			}
		}
	})
}
