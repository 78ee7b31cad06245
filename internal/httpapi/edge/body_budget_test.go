package edge_test

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
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

// forgot sends a small body from a client that is closed with the server, and returns the status of the response.
func forgot(t *testing.T, server *httptest.Server) int {
	t.Helper()
	answer, err := server.Client().Post(server.URL+"/api/v1/auth/password/forgot", "application/json", strings.NewReader(`{"email":"ann@example.test"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// heap is the live heap of the whole process. What pools and finalizers hold is gone after a few runs of the collector: it
// is neither part of a base nor freed later.
func heap() uint64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Not parallel: it measures the memory of the whole process.
func TestAnnouncedBodiesTakeNoMemoryBeforeTheyCome(t *testing.T) {
	e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.BodyBudget = 4 << 20 })
	edge.AwaitBodies(e.Handler, time.Hour) // none is given up before the last has begun
	server := httptest.NewServer(e.Handler)
	defer server.Close()
	before, whole := heap(), edge.BodyBytesLeft(e.Handler)
	var connections []net.Conn
	for range 200 {
		connections = append(connections, announce(t, server.Listener.Addr().String(), 1_000_000, "{"))
	}
	testkit.Until(t, "the beginning of every body is read", func() bool { return edge.BodyBytesLeft(e.Handler) <= whole-200*4096 })
	if grown := int64(heap()) - int64(before); grown > 40<<20 {
		t.Errorf("200 announced megabytes take %d bytes", grown)
	}
	if status := forgot(t, server); status != 202 {
		t.Errorf("somebody else gets %d", status)
	}
	for _, connection := range connections {
		connection.Close()
	}
	testkit.Until(t, "everything is given back", func() bool { return edge.BodyBytesLeft(e.Handler) == whole })
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
	testkit.Until(t, "the budget is whole again", func() bool { return edge.BodyBytesLeft(e.Handler) == 64<<10 })
	if status := forgot(t, server); status != 202 {
		t.Errorf("a small body afterwards gets %d", status)
	}
}

func TestTheBudgetCountsWhatNamesTakeOnceTheyAreDecoded(t *testing.T) {
	t.Parallel()
	const budget = 8 << 20
	var (
		e     *edgetest.Edge
		taken int64
	)
	e = newEdge(t, &edgetest.Operations{OnLogin: func(context.Context, *oas.LoginRequest) (oas.LoginRes, error) {
		taken = budget - edge.BodyBytesLeft(e.Handler)
		return nil, fault.New(fault.InvalidCredentials, "wrong email or password")
	}}, func(o *edge.Options) { o.BodyBudget = budget })
	login := func(body string) *httptest.ResponseRecorder {
		return e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Body: body})
	}
	edgetest.WantFailure(t, login(`{"email":"a@b.test","password":"`+strings.Repeat(":", 100)+`"}`), 401, fault.InvalidCredentials)
	if taken < 100*100 || taken > 100*200 {
		t.Errorf("a body with a hundred of what may be names takes %d of the budget", taken)
	}
	edgetest.WantFailure(t, login(`{"x":0`+strings.Repeat(`,"x":0`, 170_000)+`}`), 400, fault.ValidationError) // no one body exceeds it
	if left := edge.BodyBytesLeft(e.Handler); left != budget {
		t.Errorf("%d of the budget are left", left)
	}
}

// Not parallel: it measures the memory of the whole process.
func TestANameTakesNoMoreOnceItIsDecodedThanTheBudgetCounts(t *testing.T) {
	const names = 90_000
	var body strings.Builder
	body.WriteString(`{"ceremonyToken":"x","credential":{`)
	for i := range names {
		fmt.Fprintf(&body, `"%x":0,`, i)
	}
	body.WriteString(`"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}}`)
	sent := []byte(body.String())
	before := heap()
	var request oas.PasskeyLoginRequest
	if err := request.UnmarshalJSON(sent); err != nil {
		t.Fatal(err)
	}
	if each := int64(heap()-before) / names; each < edge.NameRoom/3 || each > edge.NameRoom {
		t.Errorf("a name takes %d bytes, the budget counts %d", each, edge.NameRoom)
	}
	runtime.KeepAlive(request)
	runtime.KeepAlive(sent)
}

func TestABodyThatTricklesIsCutOff(t *testing.T) {
	t.Parallel()
	for name, length := range map[string]int{"a large one": 100_000, "a small one": 100} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEdge(t, &edgetest.Operations{})
			edge.AwaitBodies(e.Handler, 50*time.Millisecond)
			others := httptest.NewServer(e.Handler) // whose connections cannot tell who waits
			defer others.Close()
			for _, address := range []string{edgetest.Listen(t, e.Handler), others.Listener.Addr().String()} {
				if code, _ := edgetest.Status(t, announce(t, address, length, "{")); code != 400 {
					t.Errorf("it is answered with %d", code)
				}
			}
		})
	}
}
