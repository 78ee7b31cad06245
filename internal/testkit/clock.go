package testkit

import (
	"sync"
	"time"
)

// Clock stands still until the test turns it. It is safe for concurrent use.
type Clock struct {
	mutex   sync.Mutex
	at      time.Time
	perLook time.Duration
}

// NewClock makes a clock that shows the given moment.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// Now is the moment that the clock shows.
func (c *Clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = c.at.Add(c.perLook)
	return c.at
}

// Advance turns the clock on.
func (c *Clock) Advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = c.at.Add(by)
}

// Set turns the clock to a moment, which may lie in the past.
func (c *Clock) Set(at time.Time) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = at
}

// AdvancePerLook makes every look at the clock turn it on, before it is told what it shows.
func (c *Clock) AdvancePerLook(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.perLook = by
}
