// Package worker runs the background jobs of the process.
//
// Every job that outlives a request is a Worker. All workers start and stop in one place, so a shutdown knows when the
// last of them has finished.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Worker is one background job.
//
// Run does the work until its context ends, and returns only when everything it started has ended. It
// returns nil when the context ended; any other return, and a panic, counts as a failure, after which
// Run is called again.
type Worker interface {
	Name() string
	Run(ctx context.Context) error
}

const (
	firstPause = 100 * time.Millisecond
	// After an outage a worker is back within this time.
	longestPause = 3 * time.Second
	// A failure after a run that lasted this long is a new problem, not the old one again.
	healthyRun = time.Minute
)

// RunAll runs the workers until the context ends and returns when the last of them has returned. When a worker fails,
// RunAll logs it, calls failed with its name, and runs it again after a pause that doubles while the failures go on.
func RunAll(ctx context.Context, logger *slog.Logger, failed func(worker string), workers ...Worker) {
	NewTracker().RunAll(ctx, logger, failed, workers...)
}

// RunAll is the function RunAll, with the tracker observing the workers.
func (t *Tracker) RunAll(ctx context.Context, logger *slog.Logger, failed func(worker string), workers ...Worker) {
	var running sync.WaitGroup
	for _, w := range workers {
		known := t.track(w.Name())
		running.Go(func() { supervise(ctx, logger.With("worker", w.Name()), failed, w, known) })
	}
	running.Wait()
}

func supervise(ctx context.Context, logger *slog.Logger, failed func(string), w Worker, known *tracked) {
	ctx = context.WithValue(ctx, trackedKey{}, known)
	pause := firstPause
	for ctx.Err() == nil {
		started, failures := time.Now(), known.failures()
		known.setRunning(true)
		err := runOnce(ctx, w)
		known.setRunning(false)
		if ctx.Err() != nil {
			if err != nil && !errors.Is(err, ctx.Err()) {
				logger.Warn("worker failed while stopping", "error", err)
			}
			return
		}
		if err == nil {
			err = errors.New("returned before its context ended")
		}
		if time.Since(started) >= healthyRun {
			pause = firstPause
		}
		if known.failures() == failures { // it failed outside its turns
			known.fail()
		}
		failed(w.Name())
		logger.Error("worker failed", "error", err, "retryIn", pause)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
}

// runOnce turns a panic into an error, so that one broken job does not take the process down.
func runOnce(ctx context.Context, w Worker) (err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			err = fmt.Errorf("panic: %v\n%s", recovered, debug.Stack())
		}
	}()
	return w.Run(ctx)
}
