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

// EventKind is the kind of an event, as the server names it.
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
	// ID is where a stream that is opened later continues, through StreamParams.LastEventID. Quotes and accounts have
	// the id of the event before them: they report a state, so nothing is missed with them.
	ID   string
	Kind EventKind
	Data EventData
}

// EventData is a Quotes, an *AccountEquity, a *Position, an *Order, a *Notice, a *Signal or a Missed.
type EventData interface{ isEventData() }

// Quotes are the prices that have changed.
type Quotes []Quote

// Missed means that events have happened that the stream can no longer deliver: the client was away for too long. Read
// the lists again. The stream continues from now.
type Missed struct{}

func (Quotes) isEventData()         {}
func (Missed) isEventData()         {}
func (*AccountEquity) isEventData() {}
func (*Position) isEventData()      {}
func (*Order) isEventData()         {}
func (*Notice) isEventData()        {}
func (*Signal) isEventData()        {}

// StreamParams selects the events of a stream.
type StreamParams struct {
	Symbols     []string // whose quotes and signals to send; all instruments when empty
	LastEventID string   // after which event to continue; from now on when empty
	// OnCut is called with the reason why the stream was cut, each time before it is reopened. It may be nil.
	OnCut func(error)
}

const (
	// quietLimit is the longest silence of a stream: the server sends something every fifteen seconds.
	quietLimit = 45 * time.Second
	// longestAway is the longest wait before a stream is reopened.
	longestAway = 30 * time.Second
)

// Stream yields the quotes, the caller's accounts, positions, orders and notices, and new signals as they happen. It is
// opened when it is ranged over. When it is cut, it is reopened after the last event, so that positions, orders,
// notices and signals arrive once each and in order, or a Missed in their place. It ends after an error: the context's,
// a refusal such as NOT_FOUND for a symbol, a server that cannot be reached at the beginning, and ErrSessionEnded. A
// server that becomes unreachable later is retried until the context ends.
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

// errStopped means that the caller has stopped ranging over the stream.
var errStopped = errors.New("stopped")

// stream is a stream that may be opened several times.
type stream struct {
	client   *Client
	params   StreamParams
	lastID   string
	hasBegun bool // it has been open once
	failures int  // in a row
}

// endedError is the server's reason for ending a stream.
type endedError struct{ reason string }

// Error returns the reason.
func (e *endedError) Error() string { return "bourse: the server ended the stream: " + e.reason }

// await waits before the stream is reopened. It fails when reopening is pointless.
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

// listen opens the stream and yields its events until it is cut. It returns the reason, which is never nil.
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
		quiet.Stop() // the caller may take its time with an event
		if err := s.take(message, yield); err != nil {
			return err
		}
		quiet.Reset(quietLimit)
	}
	return io.ErrUnexpectedEOF
}

var errQuiet = fmt.Errorf("bourse: the stream said nothing for %s", quietLimit)

// take handles a message. It fails when the message ends the stream or the caller wants no more.
func (s *stream) take(message message, yield func(Event, error) bool) error {
	if message.id != "" {
		s.lastID = message.id
	}
	if message.event != "" || message.id == "" { // more than the opening message of every stream
		s.failures = 0
	}
	if message.event == "" {
		return nil
	}
	event := Event{ID: s.lastID, Kind: EventKind(message.event)}
	if message.event == "end" {
		var end struct{ Reason string }
		_ = json.Unmarshal(message.data, &end) // an end without a reason is an end, too
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
	if data != nil && !yield(event, nil) { // skips kinds that are newer than this package
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
