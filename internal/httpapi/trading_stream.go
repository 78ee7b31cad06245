package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/go-faster/jx"

	"bourse/internal/fault"
	"bourse/internal/oas"
	"bourse/internal/trading/stream"
)

const (
	// keepAliveInterval is how often a comment is sent, so that nobody on the way takes the connection for
	// dead, and how often the session is looked at although nobody told of a change.
	keepAliveInterval = 15 * time.Second
	// acceptLimit is how long a client may take to accept a message until it counts as dead.
	acceptLimit = 10 * time.Second
	// reconnectPause is how long a client is asked to wait before it connects again.
	reconnectPause = 3 * time.Second
)

// StreamTrading implements GET /trading/stream.
func (a *API) StreamTrading(ctx context.Context, params oas.StreamTradingParams) (oas.StreamTradingRes, error) {
	symbols, err := a.symbols(params.Symbols.Value)
	if err != nil {
		return nil, err
	}
	e := exchangeOf(ctx)
	leave, err := e.handler.streams.enter()
	if err != nil {
		return nil, err
	}
	lasting, end := e.lasting()
	cancel := func() {
		end()
		leave()
	}
	stream, err := a.Stream.Stream(lasting, caller(ctx), symbols)
	if err != nil {
		cancel()
		return nil, err
	}
	e.begun = time.Since(e.started)
	e.answer.Header().Set("X-Accel-Buffering", "no")
	events := &eventReader{
		api: a, exchange: e, ctx: lasting, cancel: cancel, stream: stream,
		controller: http.NewResponseController(&e.answer), every: e.handler.keepAlive,
	}
	events.unfollow = e.handler.authenticator.Follow(e.caller.SessionID, events.sessionChanged)
	events.lookAt = time.Now().Add(events.every)
	events.rest = []byte("retry: " + strconv.FormatInt(reconnectPause.Milliseconds(), 10) + "\n\n")
	return &oas.StreamTradingOK{Data: events}, nil
}

// streamPlaces bounds how many streams are open in the process, so that they do not take every connection.
type streamPlaces struct {
	most  int64 // zero is any number
	taken atomic.Int64
}

// enter takes a place until leave is called. It fails with SERVICE_UNAVAILABLE when there is none.
func (p *streamPlaces) enter() (leave func(), err error) {
	if taken := p.taken.Add(1); p.most > 0 && taken > p.most {
		p.taken.Add(-1)
		return nil, fault.New(fault.ServiceUnavailable, "too many streams are open; try again").After(reconnectPause)
	}
	return func() { p.taken.Add(-1) }, nil
}

// eventReader is a stream as the text of server-sent events. Whoever copies it to the client asks for more
// when it has written the last part: that is when the part is flushed.
type eventReader struct {
	api        *API
	exchange   *exchange
	ctx        context.Context
	cancel     func()
	unfollow   func()
	stream     *stream.Stream
	controller *http.ResponseController
	every      time.Duration // between two looks at the session that nobody asked for
	lookAt     time.Time
	rest       []byte // of the event that is being read
	isOver     bool   // that was the last one

	changed atomic.Bool // the session has to be looked at
	waiting atomic.Pointer[context.CancelFunc]
}

// sessionChanged makes the reader look at the session now.
func (r *eventReader) sessionChanged() {
	r.changed.Store(true)
	if cancel := r.waiting.Load(); cancel != nil {
		(*cancel)()
	}
}

// Read returns a part of the next event, as soon as there is one. It ends when the client has gone or does
// not accept anything, and after an event that says why: when the server stops, when the session is over, and
// when the stream ends.
func (r *eventReader) Read(to []byte) (int, error) {
	if len(r.rest) == 0 {
		if err := r.controller.Flush(); err != nil || r.isOver {
			return 0, io.EOF
		}
		if r.rest = r.next(); r.rest == nil {
			return 0, io.EOF
		}
	}
	// The limit of the server is for answers that end.
	if err := r.controller.SetWriteDeadline(time.Now().Add(acceptLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, io.EOF
	}
	n := copy(to, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the stream.
func (r *eventReader) Close() error {
	r.unfollow()
	r.stream.Close()
	r.cancel()
	return nil
}

// next waits for the next event and returns its text; nil when nobody is there to read it.
func (r *eventReader) next() []byte {
	for {
		if isDue := !time.Now().Before(r.lookAt); isDue || r.changed.Swap(false) {
			if err := r.exchange.stillIn(r.ctx); err != nil {
				return r.end(err)
			}
			if isDue {
				r.lookAt = time.Now().Add(r.every)
				return []byte(": keep-alive\n\n")
			}
		}
		message, err := r.wait()
		switch {
		case err == nil:
			return r.event(message)
		case r.ctx.Err() != nil || errors.Is(err, stream.ErrStreamEnded):
			return r.end(err)
		}
	}
}

// wait waits for a message until it is time to look at the session.
func (r *eventReader) wait() (stream.Message, error) {
	ctx, cancel := context.WithDeadline(r.ctx, r.lookAt)
	defer cancel()
	r.waiting.Store(&cancel)
	if r.changed.Load() { // before it could be interrupted
		return stream.Message{}, context.Canceled
	}
	return r.stream.Next(ctx)
}

// end returns the last event, which says why it is the last; nil when the client has gone.
func (r *eventReader) end(err error) []byte {
	r.isOver = true
	reason := "unavailable" // whether the session goes on cannot be found out
	switch {
	case r.exchange.handler.stopping.Err() != nil:
		reason = "draining"
	case r.ctx.Err() != nil:
		return nil
	case fault.Is(err, fault.AccountSuspended):
		reason = "account_suspended"
	case fault.Is(err, fault.SessionRevoked):
		reason = "session_ended"
	case errors.Is(err, stream.ErrStreamSlow):
		reason = "slow"
	case errors.Is(err, stream.ErrStreamEnded):
		reason = "missed"
	}
	return []byte("event: end\ndata: {\"reason\":\"" + reason + "\"}\n\n")
}

// event writes a message. JSON has no line breaks, so the data is one line.
func (r *eventReader) event(message stream.Message) []byte {
	var data jx.Encoder
	name := "quotes"
	switch {
	case message.Position != nil:
		name = "position"
		position := r.api.position(message.Position)
		position.Encode(&data)
	case message.Signal != nil:
		name = "signal"
		signal := r.api.signal(message.Signal)
		signal.Encode(&data)
	default:
		data.ArrStart()
		for _, quote := range message.Quotes {
			quote := r.api.quote(quote)
			quote.Encode(&data)
		}
		data.ArrEnd()
	}
	event := append([]byte("event: "), name...)
	event = append(event, "\ndata: "...)
	event = append(event, data.Bytes()...)
	return append(event, "\n\n"...)
}
