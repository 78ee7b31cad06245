package wire_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"bourse/internal/webhook/wire"
)

// A receiver may send a timeout response and then close the connection.
func TestWhatAReceiverSaysUnaskedIsNoAnswer(t *testing.T) {
	t.Parallel()
	const (
		taken     = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
		complaint = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"
	)
	answered, complained := make(chan struct{}), make(chan struct{})
	connections := 0
	later := newSocket(t, func(connection *net.TCPConn) {
		answering(taken)(connection)
		if connections++; connections == 1 {
			<-answered
			_, _ = io.WriteString(connection, complaint)
			close(complained)
		}
	})
	client := newClient(t, local)
	wantClass(t, client.Do(t.Context(), post(later)), wire.Answered, "")
	close(answered)
	<-complained
	if result := client.Do(t.Context(), post(later)); result.Status != http.StatusOK || result.Timing.Reused {
		t.Errorf("got %d %s, over the old connection: %t", result.Status, result.Detail, result.Timing.Reused)
	}

	atOnce := newSocket(t, func(connection *net.TCPConn) {
		answering(taken + complaint)(connection)
		_, _ = io.Copy(io.Discard, connection) // until the client closes it
	})
	for range 2 {
		if result := client.Do(t.Context(), post(atOnce)); result.Status != http.StatusOK || result.Timing.Reused {
			t.Errorf("got %d %s, over the old connection: %t", result.Status, result.Detail, result.Timing.Reused)
		}
	}
}

func TestProvisionalAnswersArePassedOver(t *testing.T) {
	t.Parallel()
	const hint = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n"
	target := newSocket(t, answering(hint+hint+"HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok"))
	result := newClient(t, local).Do(t.Context(), post(target))
	wantClass(t, result, wire.Answered, "")
	if result.Status != http.StatusAccepted || string(result.Body) != "ok" || result.Header.Get("Link") != "" {
		t.Errorf("got %d %q %v", result.Status, result.Body, result.Header)
	}
	endless := newSocket(t, answering(hint+hint+hint+hint+hint+hint+hint))
	if result := newClient(t, local).Do(t.Context(), post(endless)); result.Class != wire.Protocol {
		t.Errorf("got %q (%s), want protocol", result.Class, result.Detail)
	}
}

// Several endpoints may be at one host, each with many concurrent calls.
func TestEveryConnectionOfACrowdServesTheNextOne(t *testing.T) {
	t.Parallel()
	const crowd = 150
	var opened atomic.Int32
	arrived, leave := make(chan struct{}), make(chan struct{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-leave
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client := newClient(t, local)
	results := make(chan wire.Result)
	for range 3 {
		for range crowd {
			go func() { results <- client.Do(t.Context(), post(server.URL)) }()
		}
		for range crowd {
			<-arrived
		}
		for range crowd {
			leave <- struct{}{}
		}
		for range crowd {
			wantClass(t, <-results, wire.Answered, "")
		}
	}
	if opened.Load() != crowd {
		t.Errorf("%d connections for %d calls at a time", opened.Load(), crowd)
	}
}

func TestAReceiverWithoutHTTP2IsCalledOverOneConnectionAfterTheOther(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Proto+" "+r.Host)
	}))
	t.Cleanup(server.Close)
	client := newClient(t, trusting(server))
	for n := range 3 {
		result := client.Do(t.Context(), post(server.URL))
		wantClass(t, result, wire.Answered, "")
		if want := "HTTP/1.1 " + server.Listener.Addr().String(); string(result.Body) != want || result.Timing.Reused != (n > 0) {
			t.Errorf("call %d: got %q, reused %t", n, result.Body, result.Timing.Reused)
		}
	}
}

// Such a name marks what was omitted from a header.
func TestNoReceiverCanSendANameWithParentheses(t *testing.T) {
	t.Parallel()
	target := newSocket(t, answering("HTTP/1.1 200 OK\r\n(left out): 1\r\nContent-Length: 0\r\n\r\n"))
	wantClass(t, newClient(t, local).Do(t.Context(), post(target)), wire.Protocol, "the answer is not valid HTTP")
}
