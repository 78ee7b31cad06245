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

// Bodies are what a stranger can fill the memory with: a thousand clients that announce a megabyte each and send one
// byte. So a body is given room as it comes and not as it is announced, all bodies of the process share a budget,
// and whoever sends slower than a modem is cut off. A megabyte that is nothing but names becomes ten where an
// operation takes names that it does not know: the budget counts these, too.

const (
	// largestBody is how much of a body is taken in.
	largestBody = 1 << 20
	// firstPiece is the room that a body begins with. Nearly all of them fit.
	firstPiece = 4 << 10
	// defaultBodyBudget is what all bodies may take where nobody says how much memory there is.
	defaultBodyBudget = 128 << 20

	// nameRoom is what a name of an object takes with its value once it is decoded into a map, as measured.
	nameRoom = 128
	// largestShare is how much of the budget the names of one body are counted as at most: it must not be sent away for good.
	largestShare = 4

	// A body may take bodyPatience, and longer by what slowestRate allows for the bytes that have come.
	bodyPatience = 10 * time.Second
	slowestRate  = 64 << 10 // bytes a second
)

// byteBudget is shared by everybody who holds bytes of a kind.
type byteBudget struct {
	size int64
	left atomic.Int64
}

func newByteBudget(size int64) *byteBudget {
	budget := &byteBudget{size: size}
	budget.left.Store(size)
	return budget
}

// take reserves bytes, or tells that there are not as many.
func (b *byteBudget) take(bytes int64) bool {
	if b.left.Add(-bytes) >= 0 {
		return true
	}
	b.left.Add(bytes)
	return false
}

func (b *byteBudget) giveBack(bytes int64) { b.left.Add(bytes) }

// Failures of a body that is not our caller's to mend by changing it.
var (
	errBodiesFull  = fault.New(fault.ServiceUnavailable, "too many large requests at once; try again").After(time.Second)
	errSlowBody    = fault.New(fault.InvalidJSON, "the body came too slowly")
	errNoBody      = fault.New(fault.InvalidJSON, "the body could not be read")
	errLargeBody   = fault.New(fault.PayloadTooLarge, "the body is larger than %d bytes", largestBody)
	valueConnClose = []string{"close"}
)

// readBody takes the body in, once for all later steps. It fails with PAYLOAD_TOO_LARGE, with SERVICE_UNAVAILABLE
// when the bodies of the process take all they may, and with INVALID_JSON when the body comes too slowly, breaks
// off or is unfit as text. What it takes of the budget is given back by finish.
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
	names := int64(bytes.Count(e.body, []byte(":"))) // or more, by those in texts
	if !h.reserve(e, min(names*nameRoom, h.bodies.size/largestShare)) {
		return errBodiesFull
	}
	return checkText(e.body)
}

// ReadBody returns the body of a request for a page, within the bounds of all others. It fails with a fault.
func ReadBody(r *http.Request) ([]byte, error) {
	e := exchangeOf(r.Context())
	if refusal := e.handler.readBody(e, r); refusal != nil {
		return nil, refusal
	}
	return e.body, nil
}

// takeIn reads the whole body, with room that doubles as it fills.
func (h *Handler) takeIn(e *exchange, r *http.Request) ([]byte, *fault.Error) {
	room := int64(firstPiece)
	if r.ContentLength > 0 && r.ContentLength < firstPiece {
		room = r.ContentLength + 1 // the end is seen without growing
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

// restPatience is how long the rest of a body may take that nobody wants. The server reads it before it answers, so
// that a client that sends first and reads then is not cut off.
const restPatience = time.Second

// hurryRest keeps a client that was refused from holding its connection with a body that does not come.
func (e *exchange) hurryRest() {
	if e.bodyLeft {
		_ = http.NewResponseController(e.answer.to).SetReadDeadline(time.Now().Add(restPatience))
	}
}

// reserve takes bytes of the budget for this exchange.
func (h *Handler) reserve(e *exchange, bytes int64) bool {
	if !h.bodies.take(bytes) {
		return false
	}
	e.reserved += bytes
	return true
}
