package binance

import (
	"context"
	"math/rand/v2"
	"time"
)

// backoff makes the pauses between attempts: each about twice as long as the one before, with jitter so that processes do
// not retry in step.
type backoff struct {
	shortest time.Duration
	longest  time.Duration
	failures int
}

func (s Settings) backoff() *backoff {
	return &backoff{shortest: s.MinBackoff, longest: s.MaxBackoff}
}

// next returns the pause after one more failure.
func (b *backoff) next() time.Duration {
	top := b.shortest
	for range b.failures + 1 {
		top = min(2*top, b.longest)
		if top == b.longest {
			break
		}
	}
	b.failures++
	bottom := max(top/2, b.shortest)
	return bottom + rand.N(top-bottom+1)
}

func (b *backoff) reset() { b.failures = 0 }

// pause waits. It fails with the context's error when that ends first.
func pause(ctx context.Context, duration time.Duration) error {
	if duration <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
