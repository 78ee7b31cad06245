package wire

import (
	"bufio"
	"context"
	"math"
	"net"
	"net/http"
	"time"
)

const (
	maxHeaderBytes = 64 << 10
	// maxInterim is how many informational (1xx) answers may precede the final one.
	maxInterim = 5
)

// connection is a kept-alive connection, used by one call at a time.
type connection struct {
	bounded
	socket      net.Conn // below TLS, if any
	reader      *bufio.Reader
	isReused    bool
	hasAnswered bool      // the current call received the first byte of its answer
	isFit       bool      // it can serve another call
	idleSince   time.Time // while it is in the pool
}

// bounded is a connection from which at most left bytes can be read.
type bounded struct {
	net.Conn
	left int64
}

func (b *bounded) Read(buffer []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLargeHeaders
	}
	count, err := b.Conn.Read(buffer[:min(int64(len(buffer)), b.left)])
	b.left -= int64(count)
	return count, err
}

func newConnection(opened, socket net.Conn) *connection {
	c := &connection{bounded: bounded{Conn: opened}, socket: socket}
	c.reader = bufio.NewReader(&c.bounded)
	return c
}

// close closes the socket directly. Closing TLS would first send an alert, which takes seconds when the receiver does
// not read, and the pool waits for it.
func (c *connection) close() { _ = c.socket.Close() } // with or without an error, the connection is not used again

// exchange sends a request and reads the answer. It ends with the caller's context and at the call's deadline, which
// connect has set.
func (c *connection) exchange(probe *probe, method string, request []byte) (result Result, err error) {
	c.isFit, c.hasAnswered = false, false
	forget := context.AfterFunc(probe.Context, func() { _ = c.Conn.SetDeadline(time.Unix(1, 0)) })
	defer func() { c.isFit = forget() && c.isFit }() // else it could overwrite the deadline of a later call
	_, failed := c.Conn.Write(request)
	// A receiver may answer and close the connection before it has read everything.
	response, err := c.readAnswer(probe, method)
	if err != nil {
		if failed != nil {
			err = failed
		}
		return result, err
	}
	result = newResult(response)
	if response.StatusCode == http.StatusSwitchingProtocols {
		return result, errSwitched // what follows is not a body and has no end
	}
	probe.enter(reading)
	isWhole, err := result.readBody(response)
	c.isFit = isWhole && failed == nil && !response.Close && c.reader.Buffered() == 0
	return result, err
}

// readAnswer reads the headers of the answer.
func (c *connection) readAnswer(probe *probe, method string) (*http.Response, error) {
	c.left = maxHeaderBytes
	if _, err := c.reader.Peek(1); err != nil {
		return nil, err
	}
	c.hasAnswered = true
	probe.gotFirstByte()
	var request *http.Request // with nil the answer is read as one to a GET
	if method == http.MethodHead {
		request = &http.Request{Method: method}
	}
	for range maxInterim {
		response, err := http.ReadResponse(c.reader, request)
		if err != nil {
			return nil, err
		}
		if response.StatusCode >= http.StatusOK || response.StatusCode == http.StatusSwitchingProtocols {
			c.left = math.MaxInt64
			return response, nil
		}
	}
	return nil, errLargeHeaders
}
