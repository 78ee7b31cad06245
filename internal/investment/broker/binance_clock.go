package broker

import (
	"sync"
	"time"
)

// exchangeClock holds what the exchange's clock showed when it was last read. It advances by the machine's monotonic
// clock, so that it stays right after our wall clock was set. It is safe for concurrent use.
type exchangeClock struct {
	mutex   sync.Mutex
	shown   time.Time
	askedAt time.Time // by our clock; zero before the first time
	isWrong bool      // known to be wrong
}

// set records what the exchange's clock showed at a time of ours.
func (c *exchangeClock) set(shown, now time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.shown, c.askedAt, c.isWrong = shown, now, false
}

// at is what the exchange's clock shows at a time of ours, as far as is known.
func (c *exchangeClock) at(now time.Time) time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.askedAt.IsZero() {
		return now
	}
	return c.shown.Add(now.Sub(c.askedAt))
}

// isInStep reports whether the clock was read recently, and since then ours was not set and the machine did not
// sleep.
func (c *exchangeClock) isInStep(now time.Time) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	elapsed, onWall := now.Sub(c.askedAt), now.Round(0).Sub(c.askedAt.Round(0))
	return !c.askedAt.IsZero() && !c.isWrong && elapsed.Abs() < inStep && (onWall-elapsed).Abs() < mostDrift
}

// forget makes the next caller that needs the right time read it again.
func (c *exchangeClock) forget() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isWrong = true
}

// mostDrift is how far wall clock and monotonic clock may drift apart without one being set or stopping.
const mostDrift = time.Second
