package edge

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// requestLimit is how long an operation may take. Whatever it waits for ends then, with an error.
const requestLimit = 30 * time.Second

// requestContext is the context of a request: it leads to the exchange and ends at the time limit.
//
// A timer for every request would cost a good part of a request that is answered from memory and never
// waits. So the timer is made when somebody first asks for Done, which is what everybody who waits does.
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

// Deadline is the time limit, or an earlier one of the server.
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

// Err tells why Done is closed. As long as nobody has asked for Done, the time limit cannot have closed it.
func (c *requestContext) Err() error {
	if timed := c.timed.Load(); timed != nil {
		return timed.Err()
	}
	return c.parent.Err()
}

// Value passes the timer's context on once there is one: the standard library recognises its own kind by
// a value, and would start a goroutine for every derived context if it did not find it.
func (c *requestContext) Value(key any) any {
	if key == (exchangeKey{}) {
		return c.exchange
	}
	if timed := c.timed.Load(); timed != nil {
		return timed.Value(key)
	}
	return c.parent.Value(key)
}

// release frees the timer, if there is one.
func (c *requestContext) release() {
	if timed := c.timed.Load(); timed != nil {
		timed.cancel()
	}
}
