package worker

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"
)

// A long job belongs to the holder of its lease, and its result is written only under the fence of that lease.

// ErrLeaseLost means that somebody else has the job by now, or that it is no longer wanted.
var ErrLeaseLost = errors.New("the lease is lost")

// NewFence returns the number that identifies a lease. It is random, not a counter: a database server that takes over
// after a failure may have lost the last leases, and counting on from an earlier one would give two holders the same
// number.
func NewFence() int64 { return rand.Int64N(math.MaxInt64-1) + 1 }

// Hold renews a lease at an interval until it is released. The returned context ends when renewing fails with
// ErrLeaseLost; any other failure, if it lasts, is caught by the fence.
func Hold(ctx context.Context, every time.Duration, renew func(ctx context.Context) error) (held context.Context, release func()) {
	held, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-held.Done():
				return
			case <-ticker.C:
			}
			if errors.Is(renew(held), ErrLeaseLost) {
				cancel()
				return
			}
		}
	}()
	return held, func() {
		cancel()
		<-ended
	}
}
