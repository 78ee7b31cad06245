package bourse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"
)

// EventKind is what an event is about, as the server names it.
type EventKind string

// The kinds of events.
const (
	EventQuotes   EventKind = "quotes"
	EventAccount  EventKind = "account"
	EventPosition EventKind = "position"
	EventOrder    EventKind = "order"
	EventNotice   EventKind = "notice"
	EventSignal   EventKind = "signal"
	EventMissed   EventKind = "missed"
)

// Event is something that has happened.
type Event struct {
	// ID is where a stream goes on that is opened later, by StreamParams.LastEventID. Quotes and accounts have that of the
	// event before them: they tell how things are, and nothing is missed with them.
	ID   string
	Kind EventKind
	Data EventData
}

// EventData is a Quotes, an *AccountEquity, a *Position, an *Order, a *Notice, a *Signal or a Missed.
type EventData interface{ isEventData() }

// Quotes are the prices that have changed.
type Quotes []Quote

// Missed tells that something has happened that the stream cannot tell any more: the client was away for too long. Read the
// lists again. The stream goes on from now.
type Missed struct{}

func (Quotes) isEventData()         {}
func (Missed) isEventData()         {}
func (*AccountEquity) isEventData() {}
func (*Position) isEventData()      {}
func (*Order) isEventData()         {}
func (*Notice) isEventData()        {}
func (*Signal) isEventData()        {}

// StreamParams is what a stream is about.
type StreamParams struct {
	Symbols     []string // whose quotes and signals are told; of all instruments when empty
	LastEventID string   // behind which the stream goes on; from now on when empty
	// OnCut is told why the stream was cut, each time before it is opened again. Nil is nobody.
	OnCut func(error)
}

const (
	// quietLimit is how long a stream may say nothing: the server says something every fifteen seconds.
	quietLimit = 45 * time.Second
	// longestAway is how long is waited at most before a stream is opened again.
	longestAway = 30 * time.Second
)

// Stream tells the quotes, the caller's accounts, positions, orders and notices, and new signals as they happen. It is
// opened when it is ranged over. When it is cut, it is opened again behind the last event, so that positions, orders,
// notices and signals are told once each and in order, or a Missed in their place. It ends after an error: the
// context's, a refusal such as NOT_FOUND for a symbol, a server that cannot be reached at the beginning, and
// ErrSessionEnded. A server that cannot be reached later is tried again until the context ends.
func (c *Client) Stream(ctx context.Context, params StreamParams) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s := &stream{client: c, params: params, lastID: params.LastEventID}
		for {
			err := s.listen(ctx, yield)
			if errors.Is(err, errStopped) {
				return
			}
			if err = s.await(ctx, err); err != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}

// errStopped: who ranges over the stream has had enough.
var errStopped = errors.New("stopped")

// stream is one that may be opened several times.
type stream struct {
	client   *Client
	params   StreamParams
	lastID   string
	hasBegun bool // it was open once
	failures int  // in a row
}

// endedError is why the server has ended a stream.
type endedError struct{ reason string }

// Error tells the reason.
func (e *endedError) Error() string { return "bourse: the server ended the stream: " + e.reason }

// await waits before the stream is opened again. It fails when that is in vain.
func (s *stream) await(ctx context.Context, cut error) error {
	var refused *Error
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("bourse: the stream: %w", context.Cause(ctx))
	case errors.Is(cut, ErrSessionEnded), !s.hasBegun:
		return cut
	case errors.As(cut, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests && refused.Code != CodeUnexpectedAnswer:
		return cut
	}
	if s.params.OnCut != nil {
		s.params.OnCut(cut)
	}
	wait := min(max(pauseBefore(s.failures, nil), pauseAsked(refused)), longestAway)
	s.failures++
	if err := pause(ctx, wait); err != nil {
		return fmt.Errorf("bourse: the stream: %w", err)
	}
	return nil
}

func pauseAsked(refused *Error) time.Duration {
	if refused == nil {
		return 0
	}
	return refused.RetryAfter
}

// listen opens the stream and hands its events on until it is cut. It returns why, which is never nil.
func (s *stream) listen(ctx context.Context, yield func(Event, error) bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p, err := s.client.prepare(request{name: "streamTrading", method: http.MethodGet, path: "/trading/stream", params: struct {
		Symbols     string `query:"symbols"`
		LastEventID string `header:"Last-Event-ID"`
	}{strings.Join(s.params.Symbols, ","), s.lastID}}, nil)
	if err != nil {
		return err
	}
	p.isOpen, p.media = true, "text/event-stream"
	p.header.Set("Accept", "text/event-stream")
	answered, err := s.client.do(ctx, p)
	if err != nil {
		return err
	}
	defer answered.open.Close()
	s.hasBegun = true
	quiet := time.AfterFunc(quietLimit, func() { cancel(errQuiet) })
	defer quiet.Stop()
	for message, err := range messages(answered.open) {
		if err != nil {
			if errors.Is(context.Cause(ctx), errQuiet) {
				return errQuiet
			}
			return err
		}
		quiet.Stop() // whoever ranges over the events may take their time
		if err := s.take(message, yield); err != nil {
			return err
		}
		quiet.Reset(quietLimit)
	}
	return io.ErrUnexpectedEOF
}

var errQuiet = fmt.Errorf("bourse: the stream said nothing for %s", quietLimit)

// take hands a message on. It fails when the message ends the stream or nobody wants more.
func (s *stream) take(message message, yield func(Event, error) bool) error {
	if message.id != "" {
		s.lastID = message.id
	}
	if message.event != "" || message.id == "" { // it is more than the beginning, with which every stream comes
		s.failures = 0
	}
	if message.event == "" {
		return nil
	}
	event := Event{ID: s.lastID, Kind: EventKind(message.event)}
	if message.event == "end" {
		var end struct{ Reason string }
		_ = json.Unmarshal(message.data, &end) // an end that does not say why is one too
		if end.Reason == "missed" && !yield(Event{ID: s.lastID, Kind: EventMissed, Data: Missed{}}, nil) {
			return errStopped
		}
		return &endedError{reason: end.Reason}
	}
	data, err := readEvent(event.Kind, message.data)
	if err != nil {
		return fmt.Errorf("bourse: the stream: an event %s cannot be read: %w", event.Kind, err)
	}
	event.Data = data
	if data != nil && !yield(event, nil) { // a kind that is newer than this package is left out
		return errStopped
	}
	return nil
}

func readEvent(kind EventKind, text []byte) (EventData, error) {
	var data EventData
	switch kind {
	case EventQuotes:
		var quotes Quotes
		err := decode(text, &quotes)
		return quotes, err
	case EventAccount:
		data = new(AccountEquity)
	case EventPosition:
		data = new(Position)
	case EventOrder:
		data = new(Order)
	case EventNotice:
		data = new(Notice)
	case EventSignal:
		data = new(Signal)
	default:
		return nil, nil
	}
	return data, decode(text, data)
}
