package stream

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/trading"
)

// mostMessages is how many messages may wait for a reader. Quotes and figures do not count: they are joined.
const mostMessages = 256

// A stream fails with one of these when it could not deliver everything. The last two wrap ErrStreamEnded, which alone
// means that the stream was closed. After ErrStreamSlow the reader can resume after the last id that it saw; after
// ErrStreamMissed it has to read the lists again.
var (
	ErrStreamEnded  = errors.New("the stream has ended")
	ErrStreamSlow   = fmt.Errorf("%w: its reader is too slow", ErrStreamEnded)
	ErrStreamMissed = fmt.Errorf("%w: the journal does not reach back so far", ErrStreamEnded)
)

// Message is one message of a stream. Exactly one of Quotes, Account, Change and Signal is set. What they point to is
// shared: the reader must not change it.
type Message struct {
	ID      string  // of a change or a signal, which must not be missed; empty for quotes and figures
	Quotes  *Quotes // those that have changed
	Account *AccountEquity
	Change  *trading.RecordedChange // of the reader's positions, orders or notices
	Signal  *trading.Signal         // a new one
}

// Stream sends one reader what happens. It is safe for concurrent use.
type Stream struct {
	user    uuid.UUID
	tenant  uuid.UUID
	symbols map[string]bool // nil is all
	ctx     context.Context
	service *Service
	wake    chan struct{}
	place   int64
	begin   string

	mu       sync.Mutex
	isNew    bool // it has not received the current quotes
	isBare   bool // it has not received the current figures
	quotes   *Quotes
	accounts []*AccountEquity
	messages []Message
	room     int          // for messages
	told     trading.Told // position after the messages, waiting or taken
	ended    error
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

// take returns the next message. What was added before the stream ended is delivered first, unless the reader was too slow
// for it.
func (s *Stream) take() (message Message, found bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended != nil:
		return Message{}, false, s.ended
	case len(s.messages) > 0:
		message, s.messages = s.messages[0], s.messages[1:]
		return message, true, nil
	case len(s.accounts) > 0:
		message.Account, s.accounts = s.accounts[0], s.accounts[1:]
		return message, true, nil
	case s.quotes != nil:
		message.Quotes, s.quotes = s.quotes, nil
		return message, true, nil
	}
	return Message{}, false, nil
}

// Begin is the id after which the first message comes. It is empty if the reader named one that is not ours.
func (s *Stream) Begin() string { return s.begin }

// Told is the id of the last event added, waiting or taken: a reader that has taken all messages resumes after it.
func (s *Stream) Told() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return eventID(s.told)
}

// Close ends the stream. It may be called more than once.
func (s *Stream) Close() {
	if s.service.streams.remove(s) {
		s.service.places.free(place{s.user, s.place})
	}
	s.end(ErrStreamEnded)
}

// end ends the stream for a reason, unless it has ended already.
func (s *Stream) end(reason error) {
	s.mu.Lock()
	if s.ended == nil {
		s.ended, s.messages, s.accounts, s.quotes = reason, nil, nil, nil
	}
	s.mu.Unlock()
	s.notify()
}

func (s *Stream) notify() {
	select {
	case s.wake <- struct{}{}:
	default: // the reader has not taken the last signal yet
	}
}

// wants reports whether the stream includes a symbol.
func (s *Stream) wants(symbol string) bool { return s.symbols == nil || s.symbols[symbol] }

// shows reports whether the stream includes a signal, and its reader may see it.
func (s *Stream) shows(signal *trading.Signal) bool {
	return s.wants(signal.Symbol) && (signal.TenantID == identity.Platform || signal.TenantID == s.tenant)
}

// tellSignals adds signals that the stream has not received yet. They are in order, without gaps.
func (s *Stream) tellSignals(signals []*trading.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, signal := range signals {
		if signal.Number <= s.told.Signal {
			continue
		}
		s.told.Signal = signal.Number
		if s.shows(signal) {
			s.add(Message{Signal: signal})
		}
	}
}

// tellChanges adds changes of its user that the stream has not received yet. They are in order; if one is missing, the
// journal no longer has it.
func (s *Stream) tellChanges(changes []*trading.RecordedChange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, change := range changes {
		if change.Number <= s.told.Change {
			continue
		}
		if change.Number != s.told.Change+1 && s.ended == nil {
			s.told.Change = changes[len(changes)-1].Number // where the reader can resume once it has read the lists
			s.ended, s.messages = ErrStreamMissed, nil
			s.notify()
			return
		}
		s.told.Change = change.Number
		s.add(Message{Change: change})
	}
}

// add adds a message that is already counted in told. A reader that is too far behind is given up. It is called with the
// lock held.
func (s *Stream) add(message Message) {
	switch {
	case s.ended != nil:
		return
	case len(s.messages) >= s.room:
		s.ended, s.messages = ErrStreamSlow, nil
	default:
		message.ID = eventID(s.told)
		s.messages = append(s.messages, message)
	}
	s.notify()
}

// tellAccounts joins figures that have changed to those that the reader has not taken yet. A new stream gets all of them.
func (s *Stream) tellAccounts(changed, all []*AccountEquity) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isBare && len(all) > 0 {
		s.isBare, changed = false, all
	}
	if s.ended != nil || len(changed) == 0 {
		return
	}
	for _, account := range changed {
		s.joinAccount(account)
	}
	s.notify()
}

func (s *Stream) joinAccount(account *AccountEquity) {
	for i, waiting := range s.accounts {
		if waiting.AccountID == account.AccountID {
			s.accounts[i] = account
			return
		}
	}
	s.accounts = append(s.accounts, account)
}
