package edgetest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/testkit"
)

// Listen serves the handler on the loopback until the test ends and returns its address.
func Listen(t *testing.T, handler *edge.Handler) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ListenAt(t, handler, listener)
	return listener.Addr().String()
}

// ListenAt serves the handler on a listener until the test ends. No connection ends because its time is up: what a test
// sees ended was ended by what the test is about, however long a busy machine takes.
func ListenAt(t *testing.T, handler *edge.Handler, listener net.Listener) {
	t.Helper()
	server := handler.NewServer(slog.New(slog.DiscardHandler))
	server.ReadHeaderTimeout, server.ReadTimeout, server.WriteTimeout, server.IdleTimeout = 0, 0, 0, 0
	done := make(chan error, 1)
	go func() { done <- server.Serve(handler.NewListener(listener)) }()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		<-done
	})
}

// Dial opens a connection and writes to it.
func Dial(t *testing.T, address, format string, arguments ...any) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	if _, err := fmt.Fprintf(connection, format, arguments...); err != nil {
		t.Fatal(err)
	}
	return connection
}

// WantClosed waits until the other side closes the connection, and fails when it does not.
func WantClosed(t *testing.T, connection net.Conn) {
	t.Helper()
	_ = connection.SetReadDeadline(time.Now().Add(testkit.Patience))
	if _, err := io.Copy(io.Discard, connection); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal("the connection stays open")
	}
}

// Status reads a response from a connection.
func Status(t *testing.T, connection net.Conn) (int, http.Header) {
	t.Helper()
	_ = connection.SetReadDeadline(time.Now().Add(testkit.Patience))
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode, answer.Header
}
