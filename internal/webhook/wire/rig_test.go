package wire_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
)

const (
	// patience is longer than any call that should end by itself.
	patience = time.Minute
	// impatience is for calls that should be cut off: long enough for a busy machine to reach the stage in which that
	// happens.
	impatience = 3 * time.Second
)

// local allows calls to loopback over plain HTTP.
var local = egress.Policy{AllowHTTP: true, AllowLoopback: true}

func newClient(t *testing.T, policy egress.Policy) *wire.Client {
	t.Helper()
	client := wire.New(policy)
	t.Cleanup(client.Close)
	return client
}

func newReceiver(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// newSocket starts a receiver with any protocol: every connection is passed to the function and closed after it.
func newSocket(t *testing.T, serve func(connection *net.TCPConn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			serve(connection.(*net.TCPConn))
			connection.Close()
		}
	}()
	t.Cleanup(func() { listener.Close(); <-ended })
	return "http://" + listener.Addr().String()
}

// answering reads one request and writes the text.
func answering(text string) func(*net.TCPConn) {
	return func(connection *net.TCPConn) {
		readRequest(connection)
		_, _ = io.WriteString(connection, text)
	}
}

func readRequest(connection net.Conn) {
	request, err := http.ReadRequest(bufio.NewReader(connection))
	if err == nil {
		_, _ = io.Copy(io.Discard, request.Body)
	}
}

func post(target string) wire.Call {
	return wire.Call{Method: http.MethodPost, URL: target, Header: http.Header{}, Body: []byte(`{"hello":1}`), Timeout: patience}
}

func wantClass(t *testing.T, result wire.Result, class wire.Class, detail string) {
	t.Helper()
	if result.Class != class || result.Detail != detail {
		t.Errorf("got %q (%s), want %q (%s)", result.Class, result.Detail, class, detail)
	}
}
