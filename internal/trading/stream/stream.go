package stream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
)

const (
	// mostStreams is how many streams one user may have open in a process.
	mostStreams = 5
	// mostMessages is how many messages wait for a reader. Quotes are not among them: they are joined.
	mostMessages = 256
)

// A stream fails with one of these when it could not deliver everything. The reader has to read the lists
// again. ErrStreamEnded is either, or that the stream was closed.
var (
	ErrStreamEnded  = errors.New("the stream has ended")
	ErrStreamSlow   = fmt.Errorf("%w: its reader is too slow", ErrStreamEnded)
	ErrStreamMissed = fmt.Errorf("%w: messages of other processes may have been missed", ErrStreamEnded)
)

// Message is one thing that a stream tells. Exactly one of the fields is set. What they point to is shared:
// the reader must not change it.
type Message struct {
	Quotes   []market.Quote    // those that have changed, by symbol
	Position *trading.Position // one of the reader's that was opened or changed
	Signal   *trading.Signal   // a new one
}

// Stream tells one reader what happens. It is safe for concurrent use.
type Stream struct {
	user    uuid.UUID
	tenant  uuid.UUID
	symbols map[string]bool // nil is all
	ctx     context.Context
	streams *streams
	wake    chan struct{}

	mu       sync.Mutex
	isNew    bool // it has not been told the present quotes
	quotes   map[string]market.Quote
	messages []Message
	ended    error
}

// Stream opens a stream of quotes and signals of some symbols, or of all when none is named, and of the
// caller's positions, until the context ends or Close is called. It fails with NOT_FOUND on the field
// symbols, and with RATE_LIMITED when the caller has too many open.
func (s *Service) Stream(ctx context.Context, caller identity.Caller, symbols []string) (*Stream, error) {
	stream := &Stream{
		user: caller.UserID, tenant: caller.TenantID, ctx: ctx, streams: &s.streams, wake: make(chan struct{}, 1),
		isNew: true, quotes: map[string]market.Quote{},
	}
	for _, symbol := range symbols {
		if _, err := s.market.Instrument(symbol); err != nil {
			var unknown *fault.Error
			if errors.As(err, &unknown) {
				return nil, unknown.About("symbols")
			}
			return nil, err
		}
		if stream.symbols == nil {
			stream.symbols = make(map[string]bool, len(symbols))
		}
		stream.symbols[symbol] = true
	}
	if err := s.streams.add(stream); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, stream.Close)
	return stream, nil
}

// Next waits for the next message. It fails with ErrStreamEnded when the stream has ended or was closed, or
// with the error of the context that has ended.
func (s *Stream) Next(ctx context.Context) (Message, error) {
	for {
		message, found, err := s.take()
		if found || err != nil {
			return message, err
		}
		select {
		case <-ctx.Done():
			return Message{}, ctx.Err()
		case <-s.ctx.Done():
			return Message{}, s.ctx.Err()
		case <-s.wake:
		}
	}
}

func (s *Stream) take() (message Message, found bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended != nil:
		return Message{}, false, s.ended
	case len(s.messages) > 0:
		message, s.messages = s.messages[0], s.messages[1:]
		return message, true, nil
	case len(s.quotes) > 0:
		for _, quote := range s.quotes {
			message.Quotes = append(message.Quotes, quote)
		}
		clear(s.quotes)
		slices.SortFunc(message.Quotes, func(a, b market.Quote) int { return cmp.Compare(a.Symbol, b.Symbol) })
		return message, true, nil
	}
	return Message{}, false, nil
}

// Close ends the stream. It may be called more than once.
func (s *Stream) Close() {
	s.streams.remove(s)
	s.end(ErrStreamEnded)
}

// end ends the stream for a reason, unless it has ended already.
func (s *Stream) end(reason error) {
	s.mu.Lock()
	if s.ended == nil {
		s.ended, s.messages = reason, nil
	}
	s.mu.Unlock()
	s.notify()
}

func (s *Stream) notify() {
	select {
	case s.wake <- struct{}{}:
	default: // the reader has not looked yet
	}
}

// wants tells whether the stream is about a symbol.
func (s *Stream) wants(symbol string) bool { return s.symbols == nil || s.symbols[symbol] }

// shows tells whether the stream is about a signal, and its reader may see it.
func (s *Stream) shows(signal *trading.Signal) bool {
	return s.wants(signal.Symbol) && (signal.TenantID == identity.Platform || signal.TenantID == s.tenant)
}

// tell adds a message. A reader that is too far behind is given up.
func (s *Stream) tell(message Message) {
	s.mu.Lock()
	tooMany := len(s.messages) == mostMessages
	if !tooMany && s.ended == nil {
		s.messages = append(s.messages, message)
	}
	s.mu.Unlock()
	if tooMany {
		s.end(ErrStreamSlow)
	}
	s.notify()
}

// quote joins quotes to those that the reader has not taken yet. A new stream is told all there are.
func (s *Stream) quote(changed, all map[string]market.Quote) {
	s.mu.Lock()
	if s.isNew {
		s.isNew, changed = false, all
	}
	for symbol, quote := range changed {
		if s.wants(symbol) {
			s.quotes[symbol] = quote
		}
	}
	s.mu.Unlock()
	s.notify()
}

// streams are the open streams of the process. The zero value has none.
type streams struct {
	count atomic.Int64 // of all, for whoever need not do anything when nobody listens
	mu    sync.Mutex
	open  map[uuid.UUID][]*Stream // by user
}

func (s *streams) add(stream *Stream) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open[stream.user]) >= mostStreams {
		return fault.New(fault.RateLimited, "you have %d streams open already: close one", mostStreams).After(quoteInterval)
	}
	if s.open == nil {
		s.open = map[uuid.UUID][]*Stream{}
	}
	s.open[stream.user] = append(s.open[stream.user], stream)
	s.count.Add(1)
	return nil
}

func (s *streams) remove(stream *Stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := slices.Index(s.open[stream.user], stream)
	if found < 0 {
		return
	}
	s.count.Add(-1)
	if s.open[stream.user] = slices.Delete(s.open[stream.user], found, found+1); len(s.open[stream.user]) == 0 {
		delete(s.open, stream.user)
	}
}

// of lists the streams of a user.
func (s *streams) of(user uuid.UUID) []*Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.open[user])
}

// users lists who has a stream.
func (s *streams) users() []uuid.UUID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.open))
}

// all lists every stream.
func (s *streams) all() []*Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []*Stream
	for _, streams := range s.open {
		all = append(all, streams...)
	}
	return all
}

// Streams tells how many streams are open.
func (s *Service) Streams() int64 { return s.streams.count.Load() }
