package stream

import (
	"context"
	"errors"

	"bourse/internal/trading"
)

// What tests of the streams use of the internals.

// MostMissed is how many missed events a reader is sent.
const MostMissed = mostMissed

// Deliver delivers the user's next change to a stream.
func (s *Stream) Deliver() {
	s.mu.Lock()
	next := s.told.Change + 1
	s.mu.Unlock()
	s.tellChanges([]*trading.RecordedChange{{Number: next}})
}

// Skip delivers a change to a stream after leaving one out.
func (s *Stream) Skip() {
	s.mu.Lock()
	next := s.told.Change + 2
	s.mu.Unlock()
	s.tellChanges([]*trading.RecordedChange{{Number: next}})
}

// LoseNotifications is what happens in a hub when notifications of other processes may have been lost.
func (s *Service) LoseNotifications() { (&hub{service: s}).hear("", nil) }

// LookAround sends the streams what a hub finds without notifications.
func (s *Service) LookAround(ctx context.Context) error {
	h := &hub{service: s}
	return errors.Join(h.look(ctx), h.tellChanges(ctx))
}

// Tell sends the streams what a hub reads, without any notification since they were opened.
func (s *Service) Tell(ctx context.Context) error { return (&hub{service: s}).tellChanges(ctx) }

// Renew renews the lease of the process.
func (s *Service) Renew(ctx context.Context) error { return s.renewLease(ctx) }

// FreePlaces gives back the places of closed streams.
func (s *Service) FreePlaces(ctx context.Context) error { return s.freePlaces(ctx) }

// Cleanup deletes what no stream can ask for any more.
func (s *Service) Cleanup(ctx context.Context) error { return s.cleanup(ctx) }

// ReencodeEventID parses the id of an event and formats it again; false when it is not one.
func ReencodeEventID(id string) (string, bool) {
	told, known := parseEventID(id)
	return eventID(told), known
}
