package edge

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// requestLimit is how long an operation may take. After that, whatever it waits for fails.
const requestLimit = 30 * time.Second

// requestContext is the context of a request: it carries the exchange and ends at the time limit.
//
// A timer per request would be a good part of the cost of a request that is answered from memory and never waits. So
// the timer is created on the first call of Done, which everything that waits makes.
type requestContext struct {
	parent   context.Context
	exchange *exchange
	deadline time.Time

	start sync.Once
	timed atomic.Pointer[timedContext]
}

type timedContext struct {
	context.Context
	cancel context.CancelFunc
}

// Deadline is the time limit, or the server's if that is earlier.
func (c *requestContext) Deadline() (time.Time, bool) {
	if earlier, ok := c.parent.Deadline(); ok && earlier.Before(c.deadline) {
		return earlier, true
	}
	return c.deadline, true
}

// Done is closed when the client has gone, the request has been answered or the time is up.
func (c *requestContext) Done() <-chan struct{} {
	c.start.Do(func() {
		ctx, cancel := context.WithDeadline(c.parent, c.deadline)
		c.timed.Store(&timedContext{ctx, cancel})
	})
	return c.timed.Load().Done()
}

// Err says why Done is closed. Until Done is first called, the time limit cannot have closed it.
func (c *requestContext) Err() error {
	if timed := c.timed.Load(); timed != nil {
		return timed.Err()
	}
	return c.parent.Err()
}

// Value delegates to the timer's context once there is one: the standard library recognises its own contexts by a
// value, and would start a goroutine for every derived context if it did not find it.
func (c *requestContext) Value(key any) any {
	if key == (exchangeKey{}) {
		return c.exchange
	}
	if timed := c.timed.Load(); timed != nil {
		return timed.Value(key)
	}
	return c.parent.Value(key)
}

// release stops the timer, if there is one.
func (c *requestContext) release() {
	if timed := c.timed.Load(); timed != nil {
		timed.cancel()
	}
}
