package binance

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	// maxMessage is many times the largest message that we subscribe to.
	maxMessage = 64 << 10
	// fillPatience is how long ticks wait for the missed candles.
	fillPatience = 10 * time.Second
	// farAhead is how much later than our clock a kline may open. One further ahead is an error, and believing it would
	// make every valid candle look old.
	farAhead = time.Hour
	// complaintInterval limits the logging of a stream of broken messages.
	complaintInterval = 10 * time.Second
)

var (
	errSilent   = errors.New("nothing came for too long")
	errShutdown = errors.New("the server is about to shut down")
)

// connect opens one connection and serves it until it ends. It returns the reason, after everything that it started has
// ended.
func (s *stream) connect(ctx context.Context) error {
	var silence *time.Timer
	connection, err := s.dial(ctx, func() { silence.Reset(s.settings.Silence) })
	if err != nil {
		return err
	}
	defer connection.CloseNow()
	s.logger.InfoContext(ctx, "binance stream connected", "symbols", len(s.bySymbol))

	var started sync.WaitGroup
	defer started.Wait()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	silence = time.AfterFunc(s.settings.Silence, func() { end(errSilent) })
	defer silence.Stop()

	quotes := newConflation(s.settings, s.sink)
	s.start(ctx, &started, quotes)
	return s.read(ctx, connection, silence, quotes)
}

// dial fails with an *Error when the exchange refuses the connection.
func (s *stream) dial(ctx context.Context, pinged func()) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, s.settings.RequestTimeout)
	defer cancel()
	connection, response, err := websocket.Dial(ctx, s.address(), &websocket.DialOptions{
		HTTPClient: s.settings.HTTPClient,
		OnPingReceived: func(context.Context, []byte) bool {
			pinged()
			return true // the library answers it
		},
	})
	if err != nil {
		if response != nil && response.StatusCode >= 400 {
			body, _ := io.ReadAll(response.Body) // the library keeps 1 kB of it
			return nil, refusal(response, body, sentAt(response))
		}
		return nil, err
	}
	connection.SetReadLimit(maxMessage)
	return connection, nil
}

// start starts what runs beside the reading, so that pings are answered whatever REST is doing.
func (s *stream) start(ctx context.Context, started *sync.WaitGroup, quotes *conflation) {
	var filling sync.WaitGroup
	filling.Add(len(s.followers))
	for _, follower := range s.followers {
		follower.takeQueue() // what the last connection left is fetched with the rest
		started.Go(func() { follower.follow(ctx, filling.Done) })
	}
	filled := make(chan struct{})
	started.Go(func() {
		filling.Wait()
		close(filled)
	})
	started.Go(func() {
		patience := time.NewTimer(fillPatience)
		defer patience.Stop()
		select {
		case <-filled:
		case <-patience.C:
		case <-ctx.Done():
		}
		quotes.run(ctx)
	})
	started.Go(func() {
		<-filled
		s.offerBook(ctx, quotes)
	})
}

// offerBook gives every symbol a first quote. Without it, one comes with the next change of the book.
func (s *stream) offerBook(ctx context.Context, quotes *conflation) {
	book, err := s.rest.book(ctx, s.symbols())
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		s.logger.WarnContext(ctx, "binance quotes cannot be fetched", "error", err)
		return
	}
	for symbol, standing := range book {
		for _, follower := range s.bySymbol[symbol] {
			quotes.offerFirst(follower.instrument.Symbol, standing)
		}
	}
}

// read dispatches the messages until the connection ends, and returns the reason.
func (s *stream) read(ctx context.Context, connection *websocket.Conn, silence *time.Timer, quotes *conflation) error {
	var complained time.Time
	dropped := 0
	for {
		_, text, err := connection.Read(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		silence.Reset(s.settings.Silence)
		got, err := parseMessage(text)
		if err == nil {
			err = s.dispatch(got, quotes)
		}
		switch {
		case errors.Is(err, errShutdown):
			return err
		case err != nil:
			dropped++
			if complained.IsZero() || time.Since(complained) >= complaintInterval {
				s.logger.WarnContext(ctx, "binance message dropped", "error", err, "dropped", dropped)
				complained, dropped = time.Now(), 0
			}
		}
	}
}

// dispatch fails with errMalformed for a message that makes no sense here, and with errShutdown.
func (s *stream) dispatch(got message, quotes *conflation) error {
	if got.shutdown {
		return errShutdown
	}
	followers, known := s.bySymbol[got.symbol]
	if !known {
		return malformed("the symbol %q", printable(got.symbol))
	}
	if got.kline != nil && time.Until(got.kline.openedAt) > farAhead {
		return malformed("a kline of the future, %s", got.kline.openedAt)
	}
	for _, follower := range followers {
		if got.quote != nil {
			quotes.offer(follower.instrument.Symbol, *got.quote)
		}
		if got.kline != nil {
			follower.offer(*got.kline)
		}
	}
	return nil
}
