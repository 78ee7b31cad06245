package risk

import (
	"context"
	"math"
	"slices"
	"time"

	"bourse/internal/trading"
)

// eachApart is EachApart, and wakes the monitor for work that was not started.
func (m *Monitor) eachApart(ctx context.Context, count int, work func(i int) error) []error {
	results := trading.EachApart(ctx, m.service.db, count, work)
	if slices.Contains(results, trading.ErrNotBegun) {
		m.Wake()
	}
	return results
}

// untilNextTry is how long the monitor may sleep without being woken: until something that is locked or has failed is to be
// tried again.
func (m *Monitor) untilNextTry() time.Duration {
	now := m.service.now()
	next := reloadInterval
	consider := func(due time.Time) {
		if !due.IsZero() {
			next = min(next, max(due.Sub(now), time.Millisecond))
		}
	}
	for _, h := range m.hits {
		consider(h.Until)
	}
	consider(m.companion.NextTry())
	if m.orders.expiresAt < math.MaxInt64 {
		consider(time.UnixMicro(m.orders.expiresAt))
	}
	for _, waits := range m.queue.symbols {
		if waits.Until.After(now) { // an opening market wakes the monitor itself
			consider(waits.Until)
		}
	}
	return next
}
