package stream

import (
	"context"
	"errors"
	"fmt"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// mostMissed is how many missed events a reader is sent. One that missed more is faster to read the lists again.
const mostMissed = 1_000

// Opening is a request for a stream.
type Opening struct {
	Symbols     []string // of quotes and signals; none is all
	LastEventID string   // the last one that the reader saw; empty for a new reader
}

// Stream opens a stream of quotes and signals of some symbols, and of the caller's positions, orders, notices and accounts,
// until the context ends or Close is called. It begins with what the reader missed since the last event that it saw; if
// that is unknown, too long ago or too much, the stream ends at once with ErrStreamMissed. It fails with NOT_FOUND on the
// field symbols, and with RATE_LIMITED when the caller has too many open.
func (s *Service) Stream(ctx context.Context, caller identity.Caller, wanted Opening) (*Stream, error) {
	stream := &Stream{
		user: caller.UserID, tenant: caller.TenantID, ctx: ctx, service: s, wake: make(chan struct{}, 1),
		isNew: true, isBare: true,
	}
	if err := s.chooseSymbols(stream, wanted.Symbols); err != nil {
		return nil, err
	}
	var err error
	if stream.place, err = s.takePlace(ctx, stream.user); err != nil {
		return nil, err
	}
	if err := s.catchUp(ctx, stream, wanted.LastEventID); err != nil {
		s.places.free(place{stream.user, stream.place})
		return nil, err
	}
	s.streams.add(stream)
	s.wake.Notify()
	context.AfterFunc(ctx, stream.Close)
	return stream, nil
}

// chooseSymbols fails with NOT_FOUND on the field symbols.
func (s *Service) chooseSymbols(stream *Stream, symbols []string) error {
	for _, symbol := range symbols {
		if _, err := s.market.Instrument(symbol); err != nil {
			var unknown *fault.Error
			if errors.As(err, &unknown) {
				return unknown.About("symbols")
			}
			return err
		}
		if stream.symbols == nil {
			stream.symbols = make(map[string]bool, len(symbols))
		}
		stream.symbols[symbol] = true
	}
	return nil
}

// catchUp adds what the reader missed to a stream that is not yet registered. Changes are read before signals and sent
// after them, as in the hub.
func (s *Service) catchUp(ctx context.Context, stream *Stream, lastID string) error {
	last, err := trading.LastTold(ctx, s.db, stream.user)
	if err != nil {
		return fmt.Errorf("read how much there is to tell: %w", err)
	}
	stream.told, stream.room = last, mostMessages
	if lastID == "" {
		stream.begin = eventID(last)
		return nil
	}
	seen, known := parseEventID(lastID)
	if known {
		stream.begin = lastID
	}
	if !known || seen.Change > last.Change || seen.Signal > last.Signal {
		stream.ended = ErrStreamMissed
		return nil
	}
	changes, err := trading.FirstChangesBehind(ctx, s.db, stream.user, seen.Change, mostMissed+1)
	if err != nil {
		return fmt.Errorf("read missed changes: %w", err)
	}
	signals, isKept, err := s.missedSignals(ctx, stream, seen.Signal)
	if err != nil {
		return fmt.Errorf("read missed signals: %w", err)
	}
	isWhole := seen.Change == last.Change || len(changes) > 0 && changes[0].Number == seen.Change+1 && changes[len(changes)-1].Number >= last.Change
	if !isKept || !isWhole || len(changes) > mostMissed || len(signals) > mostMissed {
		stream.ended = ErrStreamMissed
		return nil
	}
	stream.told, stream.room = seen, mostMessages+len(changes)+len(signals)
	stream.tellSignals(signals)
	stream.tellChanges(changes)
	return nil
}

// missedSignals reads the signals after a number that the reader can see; false when some of them are older than what the
// journal keeps.
func (s *Service) missedSignals(ctx context.Context, stream *Stream, number int64) (signals []*trading.Signal, isKept bool, err error) {
	first, err := trading.SignalsBehind(ctx, s.db, number, 1)
	if err != nil || len(first) == 0 {
		return nil, true, err
	}
	if first[0].CreatedAt.Before(s.now().Add(-trading.JournalTime)) {
		return nil, false, nil
	}
	signals, err = trading.SeenSignalsBehind(ctx, s.db, stream.tenant, number, mostMissed+1)
	return signals, true, err
}
