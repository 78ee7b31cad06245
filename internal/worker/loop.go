package worker

import (
	"context"
	"errors"
	"math"
	"time"
)

// Step does one piece of a worker's work, and tells how long the worker then waits for more of it: not at all, when
// there is more to do now.
type Step func(ctx context.Context) (wait time.Duration, err error)

// UntilWoken is how long a step makes its worker wait that knows of nothing to come.
const UntilWoken = time.Duration(math.MaxInt64)

// Every is a step that does the same work at an interval, and whenever it is woken.
func Every(interval time.Duration, work func(ctx context.Context) error) Step {
	return func(ctx context.Context) (time.Duration, error) { return interval, work(ctx) }
}

// Loop does a step at once, and then whenever the time comes that the last one told, or the worker is woken, until the
// context ends; it returns nil then. Each step is a Turn. A step that fails is counted and ends the loop with its error,
// so that whoever supervises the worker runs it again after a pause; one that fails with what is Handled is counted, and
// the loop goes on. Who is woken by nobody has a nil wake.
func Loop(ctx context.Context, wake Wake, step Step) error {
	for ctx.Err() == nil {
		select {
		case <-wake: // the step finds what it was woken for
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

// Wake makes a worker look for work. What it is woken for must be there to be found before it is notified.
type Wake chan struct{}

// NewWake makes a wake for one worker.
func NewWake() Wake { return make(Wake, 1) }

// Notify wakes the worker, or lets it look once more when it is in the middle of a step. It never waits.
func (w Wake) Notify() {
	select {
	case w <- struct{}{}:
	default: // it is about to look anyway
	}
}

// Handled marks a failure that a step has dealt with, by trying again later, say: the turn counts as failed, and the
// loop goes on. Of no failure it makes none.
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
