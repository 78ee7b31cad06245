package edge_test

import (
	"net/http"
	"testing"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
)

// The headers are those of RFC 9745 (a structured-field date) and RFC 8594 (an HTTP date); refusals carry them too.
func TestADeprecatedOperationTellsSinceWhenAndUntilWhen(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	edge.Deprecate(e.Handler, "getMe", "2027-01-01", "2027-07-01")
	for token, status := range map[string]int{"alice": http.StatusOK, "": http.StatusUnauthorized} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: token})
		edgetest.WantStatus(t, answer, status)
		edgetest.WantHeader(t, answer, "Deprecation", "@1798761600")
		edgetest.WantHeader(t, answer, "Sunset", "Thu, 01 Jul 2027 00:00:00 GMT")
		edgetest.WantHeader(t, answer, "Link", `</docs>; rel="deprecation"; type="text/html"`)
	}
	for _, path := range []string{"/api/v1/auth/sessions", "/api/v1/nothing"} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: path, Token: "alice"})
		edgetest.WantHeader(t, answer, "Deprecation", "")
		edgetest.WantHeader(t, answer, "Sunset", "")
	}
}
