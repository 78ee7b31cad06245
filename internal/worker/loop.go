package worker

import (
	"context"
	"errors"
	"math"
	"time"
)

// Step does one piece of a worker's work, and returns how long the worker then waits for more: zero when there is more
// to do now.
type Step func(ctx context.Context) (wait time.Duration, err error)

// UntilWoken is the wait of a step that knows of no future work.
const UntilWoken = time.Duration(math.MaxInt64)

// Every returns a step that does the same work at an interval, and whenever it is woken.
func Every(interval time.Duration, work func(ctx context.Context) error) Step {
	return func(ctx context.Context) (time.Duration, error) { return interval, work(ctx) }
}

// Loop runs a step at once, and again whenever the wait that it returned is over or the worker is woken, until the
// context ends; then it returns nil. Each step is a Turn. A failed step is counted and ends the loop with its error, so
// that the worker's supervisor runs it again after a pause; one that fails with a Handled error is counted, and the
// loop continues. A worker that is never woken has a nil wake.
func Loop(ctx context.Context, wake Wake, step Step) error {
	for ctx.Err() == nil {
		select {
		case <-wake: // the step finds the work
		default:
		}
		var wait time.Duration
		err := Turn(ctx, func(ctx context.Context) (err error) {
			wait, err = step(ctx)
			return err
		})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && !isHandled(err) {
			return err
		}
		if wait > 0 {
			pause(ctx, wake, wait)
		}
	}
	return nil
}

func pause(ctx context.Context, wake Wake, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-timer.C:
	}
}

// Wake makes a worker look for work. The work must be there before the worker is notified.
type Wake chan struct{}

// NewWake returns a wake for one worker.
func NewWake() Wake { return make(Wake, 1) }

// Notify wakes the worker, or makes it look once more if it is in the middle of a step. It never blocks.
func (w Wake) Notify() {
	select {
	case w <- struct{}{}:
	default: // it will look anyway
	}
}

// Handled marks a failure that a step has dealt with, for example by trying again later: the turn counts as failed, and
// the loop continues. Handled(nil) is nil.
func Handled(err error) error {
	if err == nil {
		return nil
	}
	return &handledError{err}
}

type handledError struct{ error }

func (e *handledError) Unwrap() error { return e.error }

func isHandled(err error) bool {
	_, handled := errors.AsType[*handledError](err)
	return handled
}
