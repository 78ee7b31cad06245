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
	// maxInterim is how many provisional answers may precede the true one.
	maxInterim = 5
)

// connection is one on which calls follow each other. It belongs to one call at a time.
type connection struct {
	bounded
	socket      net.Conn // below the encryption, if there is one
	reader      *bufio.Reader
	isReused    bool
	hasAnswered bool      // the call under way got the first byte of its answer
	isFit       bool      // the last call left it fit for another one
	idleSince   time.Time // while it is kept
}

// bounded is a connection of which no more can be read than left tells.
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

// close hangs up without a word. An encrypted connection would first say that it ends, which takes seconds when the receiver
// does not read, and the pool waits.
func (c *connection) close() { _ = c.socket.Close() } // whatever it says, the connection is not used again

// exchange sends a request and reads the answer. It ends with the caller's context and with the time of the
// call, which connect has set.
func (c *connection) exchange(probe *probe, method string, request []byte) (result Result, err error) {
	c.isFit, c.hasAnswered = false, false
	forget := context.AfterFunc(probe.Context, func() { _ = c.Conn.SetDeadline(time.Unix(1, 0)) })
	defer func() { c.isFit = forget() && c.isFit }() // else the deadline of a later call could be spoilt
	_, failed := c.Conn.Write(request)
	// A receiver may answer and hang up before it has read everything.
	response, err := c.readAnswer(probe, method)
	if err != nil {
		if failed != nil {
			err = failed
		}
		return result, err
	}
	result = newResult(response)
	if response.StatusCode == http.StatusSwitchingProtocols {
		return result, errSwitched // what follows is no body and has no end
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
	var request *http.Request // without one the answer is read as that to a GET
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
