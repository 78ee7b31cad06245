package broker

import (
	"sync"
	"time"
)

// exchangeClock is what is known of the exchange's clock: what it showed when it was last asked for. It goes on by the reading of
// the machine's own clock, so that it is right also after ours was set. It is safe for use by many goroutines.
type exchangeClock struct {
	mutex   sync.Mutex
	shown   time.Time
	askedAt time.Time // by our clock; zero before the first time
	isWrong bool      // what is known is known to be wrong
}

// set notes what the exchange's clock showed at a moment of ours.
func (c *exchangeClock) set(shown, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.shown, c.askedAt, c.isWrong = shown, now, false
}

// at is what the exchange's clock shows at a moment of ours, as far as is known.
func (c *exchangeClock) at(now time.Time) time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.askedAt.IsZero() {
		return now
	}
	return c.shown.Add(now.Sub(c.askedAt))
}

// isInStep reports whether the clock was asked for lately, and neither ours was set nor the machine asleep since.
func (c *exchangeClock) isInStep(now time.Time) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	elapsed, onWall := now.Sub(c.askedAt), now.Round(0).Sub(c.askedAt.Round(0))
	return !c.askedAt.IsZero() && !c.isWrong && elapsed.Abs() < inStep && (onWall-elapsed).Abs() < mostDrift
}

// forget makes whoever needs the right time ask for it.
func (c *exchangeClock) forget() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isWrong = true
}

// mostDrift is how far the clock on the wall and the machine's own may go apart while neither is set nor stands still.
const mostDrift = time.Second
