package edge

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"bourse/internal/fault"
)

// Request bodies are how a client can fill the memory: a thousand clients announce a megabyte each and send one byte.
// So memory is allocated as a body arrives and not as it is announced, all bodies of the process share a budget, and a
// client slower than a modem is cut off. A megabyte of nothing but names grows to ten when an operation accepts
// unknown names: the budget counts these, too.

const (
	// largestBody is the maximum size of a body.
	largestBody = 1 << 20
	// firstPiece is the initial buffer of a body. Nearly all bodies fit.
	firstPiece = 4 << 10
	// defaultBodyBudget is the budget of all bodies when no memory limit is configured.
	defaultBodyBudget = 128 << 20

	// nameRoom is the memory that a member of an object takes once decoded into a map, as measured.
	nameRoom = 128
	// largestShare limits the share of the budget that the names of one body count for: otherwise it might never be
	// accepted.
	largestShare = 4

	// A body may take bodyPatience, plus what slowestRate allows for the bytes received.
	bodyPatience = 10 * time.Second
	slowestRate  = 64 << 10 // bytes a second
)

// byteBudget is shared by all holders of one kind of memory.
type byteBudget struct {
	size int64
	left atomic.Int64
}

func newByteBudget(size int64) *byteBudget {
	budget := &byteBudget{size: size}
	budget.left.Store(size)
	return budget
}

// take reserves bytes, and reports whether that many were left.
func (b *byteBudget) take(bytes int64) bool {
	if b.left.Add(-bytes) >= 0 {
		return true
	}
	b.left.Add(bytes)
	return false
}

func (b *byteBudget) giveBack(bytes int64) { b.left.Add(bytes) }

// Failures that the client cannot fix by changing the body.
var (
	errBodiesFull  = fault.New(fault.ServiceUnavailable, "too many large requests at once; try again").After(time.Second)
	errSlowBody    = fault.New(fault.InvalidJSON, "the body came too slowly")
	errNoBody      = fault.New(fault.InvalidJSON, "the body could not be read")
	errLargeBody   = fault.New(fault.PayloadTooLarge, "the body is larger than %d bytes", largestBody)
	valueConnClose = []string{"close"}
)

// readBody reads the body, once for all later steps. It fails with PAYLOAD_TOO_LARGE, with SERVICE_UNAVAILABLE when
// the budget of the process is used up, and with INVALID_JSON when the body arrives too slowly, breaks off or is not
// valid text. finish returns the bytes reserved here to the budget.
func (h *Handler) readBody(e *exchange, r *http.Request) *fault.Error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	if r.ContentLength > largestBody {
		// The rest of the body would have to be read before the next request on this connection.
		e.answer.Header()["Connection"] = valueConnClose
		return errLargeBody
	}
	content, failure := h.takeIn(e, r)
	if failure != nil {
		e.answer.Header()["Connection"] = valueConnClose
		return failure
	}
	e.body, e.bodyLeft = content, false
	r.Body = io.NopCloser(bytes.NewReader(e.body))
	r.ContentLength = int64(len(e.body))
	names := int64(bytes.Count(e.body, []byte(":"))) // an upper bound: strings may contain some too
	if !h.reserve(e, min(names*nameRoom, h.bodies.size/largestShare)) {
		return errBodiesFull
	}
	return checkText(e.body)
}

// ReadBody returns the body of a page's request, subject to the same limits as all others. It fails with a fault.
func ReadBody(r *http.Request) ([]byte, error) {
	e := exchangeOf(r.Context())
	if refusal := e.handler.readBody(e, r); refusal != nil {
		return nil, refusal
	}
	return e.body, nil
}

// takeIn reads the whole body into a buffer that doubles as it fills.
func (h *Handler) takeIn(e *exchange, r *http.Request) ([]byte, *fault.Error) {
	room := int64(firstPiece)
	if r.ContentLength > 0 && r.ContentLength < firstPiece {
		room = r.ContentLength + 1 // one more, to see the end without growing
	}
	if !h.reserve(e, room) {
		return nil, errBodiesFull
	}
	content := make([]byte, 0, room)
	wait := h.awaitBody(e, r)
	defer wait.end()
	for {
		if len(content) == cap(content) {
			if !h.reserve(e, int64(cap(content))) {
				return nil, errBodiesFull
			}
			grown := make([]byte, len(content), 2*cap(content))
			copy(grown, content)
			content = grown
		}
		wait.extend(len(content))
		n, err := r.Body.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case len(content) > largestBody:
			return nil, errLargeBody
		case errors.Is(err, io.EOF):
			wait.isOver = true
			return content, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, errSlowBody
		case err != nil:
			return nil, errNoBody
		}
	}
}

// restPatience is how long the rest of an unwanted body may take. The server reads it before responding, so that a
// client that sends everything before it reads is not cut off.
const restPatience = time.Second

// hurryRest keeps a refused client from holding its connection with a body that does not arrive.
func (e *exchange) hurryRest() {
	if e.bodyLeft {
		_ = http.NewResponseController(e.answer.to).SetReadDeadline(time.Now().Add(restPatience))
	}
}

// reserve takes bytes from the budget for this exchange.
func (h *Handler) reserve(e *exchange, bytes int64) bool {
	if !h.bodies.take(bytes) {
		return false
	}
	e.reserved += bytes
	return true
}
