package stream

import (
	"bourse/internal/trading"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

const (
	// lookInterval is how often the hub looks for what it was not told.
	lookInterval = 15 * time.Second
	// lookBack is how long before the last look something may have happened that was not to be seen then:
	// transactions take their time, and clocks differ.
	lookBack = 10 * time.Second
)

// looker finds what another process committed and died before it could tell. It belongs to the hub's goroutine.
type looker struct {
	since time.Time // streams are fed from then on; zero while there are none
	at    time.Time // when it last looked
}

// hear notes when a change was told of. It is called with the lock held.
func (h *hub) hear(payload string) {
	now := h.service.now()
	for _, id := range trading.Identifiers([]string{payload}) {
		h.heard[id] = now
	}
}

// look has the streams told of what changed since the last look and was not heard of.
func (h *hub) look(ctx context.Context) error {
	now := h.service.now()
	if h.idle() {
		h.looker = looker{}
		return nil
	}
	if h.looker.since.IsZero() {
		h.looker = looker{since: now, at: now}
		return nil
	}
	from := h.looker.at.Add(-lookBack)
	if from.Before(h.looker.since) {
		from = h.looker.since
	}
	changes, err := h.changesSince(ctx, from)
	if err != nil {
		return fmt.Errorf("look for changes: %w", err)
	}
	h.looker.at = now
	for _, change := range changes {
		if !h.hasHeard(change) {
			h.changed(change.topic, change.id.String())
		}
	}
	h.forgetHeard(from)
	return nil
}

// change is a signal that was published, or a position that was opened or closed.
type change struct {
	topic string
	id    uuid.UUID
	at    time.Time
}

func (h *hub) hasHeard(c change) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	heard, known := h.heard[c.id]
	return known && !heard.Before(c.at)
}

func (h *hub) forgetHeard(before time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, at := range h.heard {
		if at.Before(before) {
			delete(h.heard, id)
		}
	}
}
