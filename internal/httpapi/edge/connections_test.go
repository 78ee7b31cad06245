package edge_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/testkit"
)

const postForgot = "POST /api/v1/auth/password/forgot HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"

func TestWhoKeepsUsWaitingLongestMakesRoomForOthers(t *testing.T) {
	t.Parallel()
	for name, said := range map[string]string{
		"says nothing":           "",
		"breaks off its headers": postForgot,
		"sends no body":          postForgot + "Content-Length: 1000000\r\n\r\n{",
		"sends no small body":    postForgot + "Content-Length: 10\r\n\r\n",
		"breaks off a small one": postForgot + "Content-Length: 10\r\n\r\n{",
		"rests":                  "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.Connections = 8 })
			edge.AwaitBodies(e.Handler, time.Hour)
			address := edgetest.Listen(t, e.Handler)
			var crowd []net.Conn
			for range 40 {
				crowd = append(crowd, edgetest.Dial(t, address, "%s", said))
				answer, err := http.DefaultTransport.RoundTrip(oneCall(t, address))
				if err != nil || answer.StatusCode != 202 {
					t.Fatalf("somebody else gets %v, %v", answer, err)
				}
				answer.Body.Close()
			}
			edgetest.WantClosed(t, crowd[0])
		})
	}
}

// To the server, a client that requests much, or repeatedly, and reads nothing looks as if it were being served all
// the time.
func TestWhoDoesNotReadTheirAnswersMakesRoomForOthers(t *testing.T) {
	t.Parallel()
	for name, asked := range map[string]struct{ size, times int }{"a large answer": {8 << 20, 2}, "many small ones": {3 << 10, 1000}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := edge.WebPage{Name: "page", IsConstant: true, Serve: func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write(make([]byte, asked.size)) // fails when the connection is closed
			}}
			e := newEdge(t, &edgetest.Operations{}, func(o *edge.Options) {
				o.Connections = 8
				o.Pages.ByPath["/page"] = page
			})
			address := edgetest.Listen(t, e.Handler)
			for range 12 { // more than there are places
				edgetest.Dial(t, address, "%s", strings.Repeat("GET /page HTTP/1.1\r\nHost: test\r\n\r\n", asked.times))
				testkit.Until(t, "somebody else is served", func() bool { return isServed(address) })
			}
		})
	}
}

// isServed reports whether a single call is answered, and not turned away, possibly before the request was sent.
func isServed(address string) bool {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return false
	}
	defer connection.Close()
	const body = `{"email":"ann@example.test"}`
	_, _ = fmt.Fprintf(connection, postForgot+"Connection: close\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	_ = connection.SetReadDeadline(time.Now().Add(testkit.Patience))
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusAccepted
}

// scarceListener has files for few connections, like a process that has reached its limit.
type scarceListener struct {
	net.Listener
	left atomic.Int64
}

func (l *scarceListener) Accept() (net.Conn, error) {
	if l.left.Load() <= 0 {
		return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	connection, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.left.Add(-1)
	return &scarceConnection{Conn: connection, free: sync.OnceFunc(func() { l.left.Add(1) })}, nil
}

type scarceConnection struct {
	net.Conn
	free func()
}

func (c *scarceConnection) Close() error {
	defer c.free()
	return c.Conn.Close()
}

func TestWhoKeepsUsWaitingLongestMakesRoomWhenFilesRunOut(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	scarce := &scarceListener{Listener: listener}
	scarce.left.Store(8)
	edgetest.ListenAt(t, newEdge(t, &edgetest.Operations{}, func(o *edge.Options) { o.Connections = 1000 }).Handler, scarce)
	address := listener.Addr().String()
	var crowd []net.Conn
	for range 40 {
		crowd = append(crowd, edgetest.Dial(t, address, ""))
		answer, err := http.DefaultTransport.RoundTrip(oneCall(t, address))
		if err != nil || answer.StatusCode != 202 {
			t.Fatalf("somebody else gets %v, %v", answer, err)
		}
		answer.Body.Close()
	}
	edgetest.WantClosed(t, crowd[0])
}

// end is a connection that can only be closed.
type end struct {
	net.Conn
	isClosed bool
}

func (e *end) Close() error {
	e.isClosed = true
	return nil
}

// A new client sends something a moment later, and a client that was just answered may: they must not lose their
// connection in that moment because files run out.
func TestWhoHasJustComeDoesNotMakeRoomWhenFilesRunOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := edge.NewConnections(8)
		first, second := &end{}, &end{}
		all.Add(first)
		time.Sleep(edge.NewcomerTime - time.Nanosecond)
		all.Add(second)
		if !all.MakeRoomPatiently() || first.isClosed {
			t.Error("who has just come makes room, or nobody soon will")
		}
		time.Sleep(time.Nanosecond)
		if !all.MakeRoomPatiently() || !first.isClosed || second.isClosed {
			t.Error("room is not made by who has kept us waiting for longest, and by nobody else")
		}
		all.Serve(second)
		if all.MakeRoomPatiently() || second.isClosed {
			t.Error("room is made at the cost of who is served")
		}
	})
}

func TestWhoReadsAgainGoesOnToKeepUsWaitingForTheRestOfTheBody(t *testing.T) {
	t.Parallel()
	all := edge.NewConnections(8)
	sends, reads := &end{}, &end{}
	for _, each := range []*end{sends, reads} {
		all.Add(each)
		all.Serve(each)
	}
	all.Wait(sends)
	for _, each := range []*end{sends, reads} {
		all.Stand(each, true)
		all.Stand(each, false)
	}
	if !all.MakeRoom() || !sends.isClosed {
		t.Error("who does not send the rest of a body makes no room")
	}
	if all.MakeRoom() || reads.isClosed {
		t.Error("who reads makes room")
	}
	// A connection that was blocked, was served and is then idle does not count as blocked.
	all.Stand(reads, true)
	all.Serve(reads)
	all.Wait(reads)
	all.Stand(reads, false)
	if !all.MakeRoom() || !reads.isClosed {
		t.Error("who rests makes no room")
	}
}

// oneCall is a complete request on its own connection.
func oneCall(t *testing.T, address string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+"/api/v1/auth/password/forgot", strings.NewReader(`{"email":"ann@example.test"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	request.Header.Set("Content-Type", "application/json")
	return request
}

func TestARefusedRequestDoesNotHoldItsConnectionWithABodyThatDoesNotCome(t *testing.T) {
	t.Parallel()
	address := edgetest.Listen(t, newEdge(t, &edgetest.Operations{}).Handler)
	connection := edgetest.Dial(t, address, "POST /api/v1/tenants HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n{")
	if code, _ := edgetest.Status(t, connection); code != 401 {
		t.Errorf("it is answered with %d", code)
	}
	edgetest.WantClosed(t, connection)
}
