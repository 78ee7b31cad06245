package backtest

import (
	"context"
	"time"
)

// What tests use from the inside.

// LeaseTime is how long a backtest stays with a process that does not say that it lives.
const LeaseTime = leaseTime

// ProgressAt is how far a backtest is that has been played until a moment.
func (b *Backtest) ProgressAt(until time.Time) int { return b.progressAt(until) }

// Backtester is the worker with its steps in the test's hands.
type Backtester struct{ *backtester }

func (s *Service) NewBacktester() Backtester { return Backtester{newBacktester(s)} }

// Step plays what has waited longest, and tells whether anything waited.
func (t Backtester) Step(ctx context.Context) (played bool, err error) {
	wait, err := t.step(ctx)
	return wait == 0, err
}

// Listen lets the worker hear of cancellations, as it does when it runs.
func (t Backtester) Listen() (cancel func()) {
	return t.service.db.Subscribe(cancelledTopic, t.cancelled)
}

// CleanUp does all that the cleaner finds to do.
func (s *Service) CleanUp(ctx context.Context) error {
	for {
		wait, err := (&cleaner{service: s}).step(ctx)
		if err != nil || wait > time.Duration(0) {
			return err
		}
	}
}
