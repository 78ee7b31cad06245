package worker

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Tracker knows what workers are doing: who is in the middle of something and for how long, and how the last turns
// ended. It is safe for concurrent use.
type Tracker struct {
	mutex   sync.Mutex
	workers []*tracked
}

// NewTracker makes a tracker that knows of no worker yet.
func NewTracker() *Tracker { return &Tracker{} }

// State is what is known of one worker.
type State struct {
	Name      string
	IsRunning bool
	// BusySince is when the turn that has gone on longest last made progress; zero while the worker waits.
	BusySince time.Time

	Successes, Failures      int64 // turns
	LastSuccess, LastFailure time.Time
	// FailedInRow is how many turns have failed since the last that succeeded, the first of them at FailingSince.
	FailedInRow  int
	FailingSince time.Time
}

// IsStuck reports whether the worker has been busy for longer than patience without any progress.
func (s State) IsStuck(now time.Time, patience time.Duration) bool {
	return !s.BusySince.IsZero() && now.Sub(s.BusySince) > patience
}

const (
	// failingTurns and failingTime are how often and for how long a worker fails without a success until it counts
	// as failing. One that has not failed for as long is out of trouble, or waits.
	failingTurns = 5
	failingTime  = time.Minute
)

// IsFailing reports whether the worker has failed again and again, without a success, from the given moment on.
func (s State) IsFailing(now, from time.Time) bool {
	if s.FailingSince.After(from) {
		from = s.FailingSince
	}
	return s.FailedInRow >= failingTurns && now.Sub(from) >= failingTime && now.Sub(s.LastFailure) < failingTime
}

// Snapshot tells the state of every worker, in the order in which they were started.
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

// track makes room for a worker.
func (t *Tracker) track(name string) *tracked {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	w := &tracked{mutex: &t.mutex, state: State{Name: name}, turns: map[*turn]struct{}{}}
	t.workers = append(t.workers, w)
	return w
}

// tracked is a worker as its tracker knows it.
type tracked struct {
	mutex *sync.Mutex // the tracker's
	state State
	turns map[*turn]struct{} // under way: some workers do several things at a time
}

// turn is one piece of work that is under way.
type turn struct {
	begun time.Time
	// progressed is when it last made progress, in nanoseconds since it began by the machine's own clock, which nobody sets; or
	// waiting.
	progressed atomic.Int64
}

// waiting stands for a time at which a turn waits for somebody outside.
const waiting = -1

// progress notes that the turn goes on.
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

// Turn does one piece of a worker's work. While it lasts the worker is busy, and when it makes no progress for long,
// stuck; between turns the worker waits, for as long as it likes. How the turn ends is counted, unless the process
// stops. The error is that of the work. Outside of RunAll it only does the work.
func Turn(ctx context.Context, work func(ctx context.Context) error) (err error) {
	w, ok := ctx.Value(trackedKey{}).(*tracked)
	if !ok {
		return work(ctx)
	}
	begun := w.begin()
	returned := false
	defer func() { // also on a panic, which then travels on
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

// Progress tells that the turn of the context goes on. Every commit of a transaction tells it by itself; it is for
// long turns that only read, or that wait for others between their steps.
func Progress(ctx context.Context) {
	if under, ok := ctx.Value(turnKey{}).(*turn); ok {
		under.progress()
	}
}

// InTurn tells whether the context is of a worker's turn, and of nobody who waits for an answer.
func InTurn(ctx context.Context) bool {
	_, is := ctx.Value(turnKey{}).(*turn)
	return is
}

// Waiting tells that the turn of the context waits for somebody outside of the process, until the returned function is
// called: however long that takes, it is not the worker that is stuck.
func Waiting(ctx context.Context) (resume func()) {
	under, ok := ctx.Value(turnKey{}).(*turn)
	if !ok {
		return func() {}
	}
	under.progressed.Store(waiting)
	return under.progress
}

// GraceTime is how long what a worker has begun may go on when the process stops, and as long again to record what came
// of it: together less than the process waits for its workers.
const GraceTime = 5 * time.Second

// Finish returns a context for what should be finished although the process stops: it ends after the limit, and
// GraceTime after the given one has ended.
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
