package edge

import (
	"cmp"
	"errors"
	"io"
	"net/http"
)

// answer is the response writer of the chain. It records what was sent, and sends the status only with the first byte
// of the body: until something is sent, a failure can still become an envelope.
type answer struct {
	to     http.ResponseWriter
	status int // zero until an operation sets one
	sent   bool
	bytes  int64
}

// Header returns the headers to send.
func (a *answer) Header() http.Header { return a.to.Header() }

// WriteHeader sets the status. Informational ones are sent at once, since they are not the final response.
func (a *answer) WriteHeader(status int) {
	if status >= 100 && status < 200 && status != http.StatusSwitchingProtocols {
		a.to.WriteHeader(status)
		return
	}
	if !a.sent {
		a.status = status
	}
}

// Write sends the status, unless it was sent before, and the bytes.
func (a *answer) Write(content []byte) (int, error) {
	a.send()
	written, err := a.to.Write(content)
	a.bytes += int64(written)
	return written, err
}

// copyRoom is the size of the buffer for copying a response from a reader. An event of a stream fits into it;
// thousands of streams share the pool.
const copyRoom = 4 << 10

// ReadFrom is called by io.Copy, which would otherwise use a buffer eight times the size, for the whole life of a
// stream.
func (a *answer) ReadFrom(from io.Reader) (written int64, err error) {
	room := make([]byte, copyRoom)
	for {
		n, err := from.Read(room)
		if n > 0 {
			wrote, failed := a.Write(room[:n])
			written += int64(wrote)
			if failed != nil {
				return written, failed
			}
		}
		if errors.Is(err, io.EOF) {
			return written, nil
		}
		if err != nil {
			return written, err
		}
	}
}

// send sends the status and headers, once.
func (a *answer) send() {
	if a.sent {
		return
	}
	a.status, a.sent = cmp.Or(a.status, http.StatusOK), true
	a.to.WriteHeader(a.status)
}

// Flush sends what has been written so far, for long-lived responses.
func (a *answer) Flush() { _ = a.FlushError() }

// FlushError is Flush for http.ResponseController. It fails when the connection does.
func (a *answer) FlushError() error {
	a.send()
	return http.NewResponseController(a.to).Flush()
}

// Unwrap lets http.ResponseController reach the writer that has the deadlines.
func (a *answer) Unwrap() http.ResponseWriter { return a.to }
