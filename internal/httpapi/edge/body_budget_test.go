package edge_test

import (
	"fmt"
	"net"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/testkit"
)

// announce opens a connection that announces a body and sends only its beginning.
func announce(t *testing.T, address string, length int, beginning string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	_, err = fmt.Fprintf(connection, "POST /api/v1/auth/password/forgot HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", length, beginning)
	if err != nil {
		t.Fatal(err)
	}
	return connection
}

// forgot sends a small body with a client that ends with the server, and tells the status of the answer.
func forgot(t *testing.T, server *httptest.Server) int {
	t.Helper()
	answer, err := server.Client().Post(server.URL+"/api/v1/auth/password/forgot", "application/json", strings.NewReader(`{"email":"ann@example.test"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// Not parallel: it looks at the memory of the whole process.
func TestAnnouncedBodiesTakeNoMemoryBeforeTheyCome(t *testing.T) {
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.BodyBudget = 4 << 20 })
	server := httptest.NewServer(e.Handler)
	defer server.Close()
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, whole := heap(), edge.BodyBytesLeft(e.Handler)
	var connections []net.Conn
	for range 200 {
		connections = append(connections, announce(t, server.Listener.Addr().String(), 1_000_000, "{"))
	}
	testkit.Within(t, 30*time.Second, "the beginning of every body is read", func() bool { return edge.BodyBytesLeft(e.Handler) <= whole-200*4096 })
	if grown := int64(heap()) - int64(before); grown > 40<<20 {
		t.Errorf("200 announced megabytes take %d bytes", grown)
	}
	if status := forgot(t, server); status != 202 {
		t.Errorf("somebody else gets %d", status)
	}
	for _, connection := range connections {
		connection.Close()
	}
	testkit.Within(t, 30*time.Second, "everything is given back", func() bool { return edge.BodyBytesLeft(e.Handler) == whole })
}

func TestBodiesBeyondTheBudgetAreSentAway(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.BodyBudget = 64 << 10 })
	server := httptest.NewServer(e.Handler)
	defer server.Close()
	code, header := edgetest.Status(t, announce(t, server.Listener.Addr().String(), 200_000, strings.Repeat(" ", 200_000)))
	if code != 503 || header.Get("Retry-After") == "" {
		t.Errorf("it is answered with %d and Retry-After %q", code, header.Get("Retry-After"))
	}
	testkit.Within(t, 30*time.Second, "the budget is whole again", func() bool { return edge.BodyBytesLeft(e.Handler) == 64<<10 })
	if status := forgot(t, server); status != 202 {
		t.Errorf("a small body afterwards gets %d", status)
	}
}

func TestABodyThatTricklesIsCutOff(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	edge.HurryBodies(e.Handler, 50*time.Millisecond)
	server := httptest.NewServer(e.Handler)
	defer server.Close()
	code, _ := edgetest.Status(t, announce(t, server.Listener.Addr().String(), 100_000, "{"))
	if code != 400 {
		t.Errorf("it is answered with %d", code)
	}
}
