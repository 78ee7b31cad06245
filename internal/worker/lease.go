package worker

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"
)

// A job that takes long belongs to who has its lease, and what came of it is written only under the fence of that lease.

// ErrLeaseLost is that somebody else has the job by now, or nobody wants it any more.
var ErrLeaseLost = errors.New("the lease is lost")

// NewFence makes the number by which a lease is known. It is a random one and does not follow from the number before: a
// server that takes over after a failure may have lost the last leases, and counting on from an earlier one would give two
// holders the same number.
func NewFence() int64 { return rand.Int64N(math.MaxInt64-1) + 1 }

// Hold renews a lease at an interval until it is released. The context ends when renewing fails with ErrLeaseLost; any other
// failure shows in the fence, if it lasts.
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
