package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"bourse/internal/oas"
	"bourse/internal/trading"
)

const (
	// keepAliveInterval is how often a comment is sent, so that nobody on the way takes the connection for
	// dead, and how often the session is looked at again.
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
	lasting, cancel := e.lasting()
	stream, err := a.Trading.Stream(lasting, caller(ctx), symbols)
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
	events.lookAt = time.Now().Add(events.every)
	events.rest = []byte("retry: " + strconv.FormatInt(reconnectPause.Milliseconds(), 10) + "\n\n")
	return &oas.StreamTradingOK{Data: events}, nil
}

// eventReader is a stream as the text of server-sent events. Whoever copies it to the client asks for more
// when it has written the last part: that is when the part is flushed.
type eventReader struct {
	api        *API
	exchange   *exchange
	ctx        context.Context
	cancel     func()
	stream     *trading.Stream
	controller *http.ResponseController
	every      time.Duration // between two looks at the session
	lookAt     time.Time
	rest       []byte // of the event that is being read
}

// Read returns a part of the next event, as soon as there is one. It ends when the client has gone or does
// not accept anything, when the server stops, when the session is over, and when the stream ends.
func (r *eventReader) Read(to []byte) (int, error) {
	if len(r.rest) == 0 {
		if err := r.controller.Flush(); err != nil {
			return 0, io.EOF
		}
		if err := r.next(); err != nil {
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
	r.stream.Close()
	r.cancel()
	return nil
}

// next waits for the next event.
func (r *eventReader) next() error {
	if time.Now().Before(r.lookAt) {
		ctx, cancel := context.WithDeadline(r.ctx, r.lookAt)
		message, err := r.stream.Next(ctx)
		cancel()
		if err == nil {
			r.rest = r.event(message)
			return nil
		}
		if r.ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	r.lookAt = time.Now().Add(r.every)
	r.rest = []byte(": keep-alive\n\n")
	return r.exchange.authenticateAgain(r.ctx)
}

// event writes a message. JSON has no line breaks, so the data is one line.
func (r *eventReader) event(message trading.Message) []byte {
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
