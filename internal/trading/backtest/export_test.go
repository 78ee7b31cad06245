package backtest

import (
	"context"
	"time"
)

// What tests use of the internals.

// LeaseTime is how long a backtest stays with a process that does not renew its lease.
const LeaseTime = leaseTime

// ProgressAt is the progress of a backtest that has been played until a moment.
func (b *Backtest) ProgressAt(until time.Time) int { return b.progressAt(until) }

// Backtester is the worker, stepped by the test.
type Backtester struct{ *backtester }

func (s *Service) NewBacktester() Backtester { return Backtester{newBacktester(s)} }

// Step runs the backtest that has waited longest, and reports whether there was one.
func (t Backtester) Step(ctx context.Context) (played bool, err error) {
	wait, err := t.step(ctx)
	return wait == 0, err
}

// Listen makes the worker listen for cancellations, as when it runs.
func (t Backtester) Listen() (cancel func()) {
	return t.service.db.Subscribe(cancelledTopic, t.cancelled)
}

// CleanUp runs the cleaner until there is nothing left to do.
func (s *Service) CleanUp(ctx context.Context) error {
	for {
		wait, err := (&cleaner{service: s}).step(ctx)
		if err != nil || wait > time.Duration(0) {
			return err
		}
	}
}
