package worker

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Tracker knows what workers are doing: which are busy and for how long, and how their last turns ended. It is safe for
// concurrent use.
type Tracker struct {
	mutex   sync.Mutex
	workers []*tracked
}

// NewTracker returns a tracker without workers.
func NewTracker() *Tracker { return &Tracker{} }

// State is what is known about one worker.
type State struct {
	Name      string
	IsRunning bool
	// BusySince is when the turn that has been without progress the longest last made some; zero while the worker
	// waits.
	BusySince time.Time

	Successes, Failures      int64 // turns
	LastSuccess, LastFailure time.Time
	// FailedInRow is how many turns have failed since the last success, the first of them at FailingSince.
	FailedInRow  int
	FailingSince time.Time
}

// IsStuck reports whether the worker has been busy for longer than patience without any progress.
func (s State) IsStuck(now time.Time, patience time.Duration) bool {
	return !s.BusySince.IsZero() && now.Sub(s.BusySince) > patience
}

const (
	// failingTurns and failingTime are how often and for how long a worker must fail without a success to count as
	// failing. One without a failure for failingTime has recovered, or waits.
	failingTurns = 5
	failingTime  = time.Minute
)

// IsFailing reports whether the worker has failed repeatedly, without a success, since the given time.
func (s State) IsFailing(now, from time.Time) bool {
	if s.FailingSince.After(from) {
		from = s.FailingSince
	}
	return s.FailedInRow >= failingTurns && now.Sub(from) >= failingTime && now.Sub(s.LastFailure) < failingTime
}

// Snapshot returns the state of every worker, in the order in which they were started.
func (t *Tracker) Snapshot() []State {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	states := make([]State, len(t.workers))
	for i, w := range t.workers {
		states[i] = w.state
		for turn := range w.turns {
			progressed := turn.progressed.Load()
			if progressed == waiting {
				continue
			}
			since := turn.begun.Add(time.Duration(progressed))
			if states[i].BusySince.IsZero() || since.Before(states[i].BusySince) {
				states[i].BusySince = since
			}
		}
	}
	return states
}

// track registers a worker.
func (t *Tracker) track(name string) *tracked {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	w := &tracked{mutex: &t.mutex, state: State{Name: name}, turns: map[*turn]struct{}{}}
	t.workers = append(t.workers, w)
	return w
}

// tracked is the tracker's record of a worker.
type tracked struct {
	mutex *sync.Mutex // the tracker's
	state State
	turns map[*turn]struct{} // in progress: some workers do several things at a time
}

// turn is one piece of work in progress.
type turn struct {
	begun time.Time
	// progressed is when it last made progress, in nanoseconds since it began by the monotonic clock; or waiting.
	progressed atomic.Int64
}

// waiting marks a turn that waits for an external party.
const waiting = -1

// progress records that the turn makes progress.
func (t *turn) progress() { t.progressed.Store(int64(time.Since(t.begun))) }

func (w *tracked) setRunning(running bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.state.IsRunning = running
}

func (w *tracked) begin() *turn {
	begun := &turn{begun: time.Now()}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.turns[begun] = struct{}{}
	return begun
}

func (w *tracked) end(ended *turn) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.turns, ended)
}

func (w *tracked) succeed() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.state.Successes++
	w.state.LastSuccess = time.Now()
	w.state.FailedInRow, w.state.FailingSince = 0, time.Time{}
}

func (w *tracked) fail() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.state.Failures++
	w.state.LastFailure = time.Now()
	if w.state.FailedInRow++; w.state.FailedInRow == 1 {
		w.state.FailingSince = w.state.LastFailure
	}
}

func (w *tracked) failures() int64 {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.state.Failures
}

type (
	trackedKey struct{}
	turnKey    struct{}
)

// Turn does one piece of a worker's work. During a turn the worker is busy, and stuck when it makes no progress for
// long; between turns it may wait for as long as it likes. The result of the turn is counted, unless the process is
// stopping. Turn returns the error of the work. Outside RunAll it only does the work.
func Turn(ctx context.Context, work func(ctx context.Context) error) (err error) {
	w, ok := ctx.Value(trackedKey{}).(*tracked)
	if !ok {
		return work(ctx)
	}
	begun := w.begin()
	returned := false
	defer func() { // even on a panic, which then continues
		w.end(begun)
		switch {
		case returned && err == nil:
			w.succeed()
		case ctx.Err() == nil:
			w.fail()
		}
	}()
	err = work(context.WithValue(ctx, turnKey{}, begun))
	returned = true
	return err
}

// Progress reports progress of the context's turn. Every commit of a transaction does that automatically; it is for
// long turns that only read, or that wait for others between their steps.
func Progress(ctx context.Context) {
	if under, ok := ctx.Value(turnKey{}).(*turn); ok {
		under.progress()
	}
}

// InTurn reports whether the context belongs to a worker's turn, so that nobody waits for an answer.
func InTurn(ctx context.Context) bool {
	_, is := ctx.Value(turnKey{}).(*turn)
	return is
}

// Waiting says that the context's turn waits for something outside the process, until the returned function is called:
// however long that takes, the worker is not stuck.
func Waiting(ctx context.Context) (resume func()) {
	under, ok := ctx.Value(turnKey{}).(*turn)
	if !ok {
		return func() {}
	}
	under.progressed.Store(waiting)
	return under.progress
}

// GraceTime is how long a worker may continue what it has begun when the process stops, and as long again to record the
// result: together less than the process waits for its workers.
const GraceTime = 5 * time.Second

// Finish returns a context for work that should be finished although the process stops: it ends after the limit, or
// GraceTime after the given context has ended.
func Finish(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	outliving, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	stop := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(GraceTime, cancel)
		context.AfterFunc(outliving, func() { timer.Stop() })
	})
	return outliving, func() {
		stop()
		cancel()
	}
}
