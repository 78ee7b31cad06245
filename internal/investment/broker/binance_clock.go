package broker

import (
	"sync"
	"time"
)

// exchangeClock is what is known of the exchange's clock: how far it was from ours when it was last asked for. It is safe
// for use by many goroutines.
type exchangeClock struct {
	mutex    sync.Mutex
	offset   time.Duration
	syncedAt time.Time // by our clock; zero when what is known is known to be wrong, or nothing is
}

// set notes what the exchange's clock showed at a moment of ours.
func (c *exchangeClock) set(shown, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.offset, c.syncedAt = shown.Sub(now), now
}

// at is what the exchange's clock shows at a moment of ours, as far as is known.
func (c *exchangeClock) at(now time.Time) time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return now.Add(c.offset)
}

// isInStep reports whether the clock was asked for lately.
func (c *exchangeClock) isInStep(now time.Time) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return !c.syncedAt.IsZero() && now.Sub(c.syncedAt).Abs() < inStep
}

// forget makes whoever needs the right time ask for it.
func (c *exchangeClock) forget() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.syncedAt = time.Time{}
}
