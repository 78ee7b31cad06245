package stream

import (
	"context"
	"errors"

	"bourse/internal/trading"
	"bourse/internal/worker"
)

// What tests of the streams use from the inside.

func (s *Service) StreamHub() worker.Worker { return s.streamHub() }

// Deliver is a message for a stream.
func (s *Stream) Deliver(message Message) { s.tell(message) }

// LoseMessages is what streams are told when messages of other processes may have been lost.
func (s *Service) LoseMessages(ctx context.Context) error {
	h := &hub{service: s, wake: make(chan struct{}, 1), told: map[string][]string{}}
	h.changed(trading.PositionsTopic, "")
	return h.tellChanges(ctx)
}

// TellTogether tells the streams what happened during some work in one go, as a hub does that comes late.
func (s *Service) TellTogether(ctx context.Context, work func()) error {
	h := newHub(s)
	defer h.listen()()
	work()
	return h.tellChanges(ctx)
}

// LookAround tells the streams what they find by themselves when nobody tells them of some work, and then once
// more of work that they were told of.
func (s *Service) LookAround(ctx context.Context, untold, told func()) error {
	h := newHub(s)
	if err := h.look(ctx); err != nil {
		return err
	}
	untold()
	if err := errors.Join(h.look(ctx), h.tellChanges(ctx)); err != nil {
		return err
	}
	defer h.listen()()
	told()
	return errors.Join(h.tellChanges(ctx), h.look(ctx), h.tellChanges(ctx))
}
