package database

import (
	"context"
	"sync"
	"time"
)

// SQLite's log cannot be truncated while a reader still reads, so a stuck reader makes it grow forever. A request's
// reads end with the request. A worker's reads, whose context has no end, get the statement limit.

// readContext ends with its parent, or when a read takes too long. Once the rows are closed it is released without
// ending, because database/sql would take its end for a failure of rows that were read completely.
type readContext struct {
	context.Context
	done  chan struct{}
	timer *time.Timer
	leave func() bool // stops waiting for the parent

	mutex  sync.Mutex
	reason error
}

type readContextKey struct{}

// limitRead makes the context of one read end after the limit. A context with a deadline is returned unchanged.
func limitRead(ctx context.Context, limit time.Duration) context.Context {
	if _, limited := ctx.Deadline(); limited {
		return ctx
	}
	read := &readContext{Context: ctx, done: make(chan struct{})}
	read.timer = time.AfterFunc(limit, func() { read.end(context.DeadlineExceeded) })
	read.leave = context.AfterFunc(ctx, func() { read.end(ctx.Err()) })
	return read
}

func (c *readContext) end(reason error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.reason == nil {
		c.reason = reason
		close(c.done)
	}
}

// release stops waiting for the limit and the parent. A nil context may be released.
func (c *readContext) release() {
	if c != nil {
		c.timer.Stop()
		c.leave()
	}
}

// Done is closed when the parent ends or the read takes too long.
func (c *readContext) Done() <-chan struct{} { return c.done }

// Err returns why Done is closed.
func (c *readContext) Err() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.reason
}

// Value lets the driver find the context, to release it.
func (c *readContext) Value(key any) any {
	if key == (readContextKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// readContextOf returns the context to release after the read; nil when there is none.
func readContextOf(ctx context.Context) *readContext {
	read, _ := ctx.Value(readContextKey{}).(*readContext)
	return read
}
