package stream

import (
	"context"
	"errors"

	"bourse/internal/trading"
)

// What tests of the streams use from the inside.

// MostMissed is how many events a reader is told that it missed.
const MostMissed = mostMissed

// Deliver is a change for a stream, the next of its user's.
func (s *Stream) Deliver() {
	s.mu.Lock()
	next := s.told.Change + 1
	s.mu.Unlock()
	s.tellChanges([]*trading.RecordedChange{{Number: next}})
}

// Skip is a change for a stream, before which another one is missing.
func (s *Stream) Skip() {
	s.mu.Lock()
	next := s.told.Change + 2
	s.mu.Unlock()
	s.tellChanges([]*trading.RecordedChange{{Number: next}})
}

// LoseNotifications is what a hub hears when notifications of other processes may have been lost.
func (s *Service) LoseNotifications() { (&hub{service: s}).hear("", nil) }

// LookAround tells the streams what a hub finds that nobody tells anything.
func (s *Service) LookAround(ctx context.Context) error {
	h := &hub{service: s}
	return errors.Join(h.look(ctx), h.tellChanges(ctx))
}

// Tell tells the streams what a hub reads that nobody has told anything since they were opened.
func (s *Service) Tell(ctx context.Context) error { return (&hub{service: s}).tellChanges(ctx) }

// Renew says that the process lives.
func (s *Service) Renew(ctx context.Context) error { return s.renewLease(ctx) }

// FreePlaces gives back what streams have left.
func (s *Service) FreePlaces(ctx context.Context) error { return s.freePlaces(ctx) }

// Cleanup removes what no stream can ask for any more.
func (s *Service) Cleanup(ctx context.Context) error { return s.cleanup(ctx) }

// ReencodeEventID reads an id of an event and writes it again; false when it is none.
func ReencodeEventID(id string) (string, bool) {
	told, known := parseEventID(id)
	return eventID(told), known
}
