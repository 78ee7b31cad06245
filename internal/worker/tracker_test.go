package worker_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/worker"
)

// tracked runs one job in a bubble of fake time and passes its tracker to the test.
func tracked(t *testing.T, run func(ctx context.Context, attempt int) error, test func(t *testing.T, tracker *worker.Tracker)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		tracker, ended := worker.NewTracker(), make(chan struct{})
		go func() {
			defer close(ended)
			tracker.RunAll(ctx, discard, func(string) {}, &job{run: run})
		}()
		test(t, tracker)
		cancel()
		<-ended
	})
}

func state(t *testing.T, tracker *worker.Tracker) worker.State {
	t.Helper()
	synctest.Wait()
	states := tracker.Snapshot()
	if len(states) != 1 || states[0].Name != "job" {
		t.Fatalf("the tracker knows %v", states)
	}
	return states[0]
}

func TestAWorkerThatWaitsIsNotStuckAndOneInATurnIs(t *testing.T) {
	t.Parallel()
	var begin, finish chan struct{} // made inside the bubble, by the first run
	run := func(ctx context.Context, _ int) error {
		begin, finish = make(chan struct{}), make(chan struct{})
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-begin:
			}
			if err := worker.Turn(ctx, func(ctx context.Context) error {
				select {
				case <-finish:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}); err != nil {
				return err
			}
		}
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		time.Sleep(time.Hour)
		if s := state(t, tracker); !s.IsRunning || !s.BusySince.IsZero() || s.IsStuck(time.Now(), time.Minute) {
			t.Errorf("a waiting worker is %+v", s)
		}
		begin <- struct{}{}
		time.Sleep(time.Minute)
		if s := state(t, tracker); s.BusySince.IsZero() || s.IsStuck(time.Now(), time.Minute) {
			t.Errorf("a busy worker is %+v", s)
		}
		time.Sleep(time.Millisecond)
		if s := state(t, tracker); !s.IsStuck(time.Now(), time.Minute) {
			t.Errorf("after its time it is %+v", s)
		}
		finish <- struct{}{}
		if s := state(t, tracker); !s.BusySince.IsZero() || s.Successes != 1 || !s.LastSuccess.Equal(time.Now()) || s.Failures != 0 {
			t.Errorf("after its turn it is %+v", s)
		}
	})
}

// Setting the wall clock does not make a worker stuck. Fake time has only one clock, so this test uses real time.
func TestForHowLongAWorkerIsBusyIsToldByTheMachinesOwnClock(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tracker, busy, ended := worker.NewTracker(), make(chan struct{}), make(chan struct{})
	run := func(ctx context.Context, _ int) error {
		return worker.Turn(ctx, func(ctx context.Context) error {
			worker.Progress(ctx)
			close(busy)
			<-ctx.Done()
			return nil
		})
	}
	go func() {
		defer close(ended)
		tracker.RunAll(ctx, discard, func(string) {}, &job{run: run})
	}()
	<-busy
	if since := tracker.Snapshot()[0].BusySince; since.IsZero() || since == since.Round(0) { // Round strips the monotonic reading
		t.Errorf("it is busy since %v by the clock on the wall", since)
	}
	cancel()
	<-ended
}

func TestATurnThatTellsProgressIsNotStuck(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, _ int) error {
		return worker.Turn(ctx, func(ctx context.Context) error {
			for ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case <-time.After(50 * time.Second):
					worker.Progress(ctx)
				}
			}
			return nil
		})
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		for range 100 {
			time.Sleep(17 * time.Second)
			if s := state(t, tracker); s.IsStuck(time.Now(), time.Minute) {
				t.Fatalf("it is %+v", s)
			}
		}
	})
}

func TestWhoWaitsForSomebodyOutsideIsNotStuck(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, _ int) error {
		return worker.Turn(ctx, func(ctx context.Context) error {
			resume := worker.Waiting(ctx)
			time.Sleep(time.Hour)
			resume()
			<-ctx.Done()
			return nil
		})
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		time.Sleep(59 * time.Minute)
		if s := state(t, tracker); s.IsStuck(time.Now(), time.Minute) {
			t.Errorf("while it waits it is %+v", s)
		}
		time.Sleep(3 * time.Minute)
		if s := state(t, tracker); !s.IsStuck(time.Now(), time.Minute) {
			t.Errorf("after it has waited it is %+v", s)
		}
	})
}

func TestTheOldestOfSeveralTurnsCounts(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, _ int) error {
		go func() { _ = worker.Turn(ctx, func(ctx context.Context) error { <-ctx.Done(); return nil }) }()
		for ctx.Err() == nil {
			_ = worker.Turn(ctx, func(context.Context) error { time.Sleep(time.Second); return nil })
		}
		return nil
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		time.Sleep(2*time.Minute + time.Second/2)
		if s := state(t, tracker); !s.IsStuck(time.Now(), time.Minute) || s.Successes < 100 {
			t.Errorf("it is %+v", s)
		}
	})
}

func TestAWorkerFailsOnceForEachRunAndIsFailingAfterAMinute(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(context.Context, int) error{
		"in its turn": func(ctx context.Context, _ int) error {
			return worker.Turn(ctx, func(context.Context) error { return errors.New("no luck") })
		},
		"by a panic in its turn": func(ctx context.Context, _ int) error {
			return worker.Turn(ctx, func(context.Context) error { panic("no luck") })
		},
		"outside of its turns": func(context.Context, int) error { return errors.New("no luck") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runs := 0
			counted := func(ctx context.Context, attempt int) error {
				runs = attempt
				return run(ctx, attempt)
			}
			tracked(t, counted, func(t *testing.T, tracker *worker.Tracker) {
				start := time.Now()
				time.Sleep(time.Minute - time.Millisecond)
				if s := state(t, tracker); s.IsFailing(time.Now(), start) || s.Failures != int64(runs) || s.FailedInRow != runs {
					t.Errorf("after %d runs in a minute it is %+v", runs, s)
				}
				time.Sleep(time.Millisecond)
				if s := state(t, tracker); !s.IsFailing(time.Now(), start) || !s.BusySince.IsZero() {
					t.Errorf("after %d runs in more than a minute it is %+v", runs, s)
				}
				if s := state(t, tracker); s.IsFailing(time.Now(), start.Add(time.Second)) {
					t.Error("it counts from before the given moment")
				}
			})
		})
	}
}

func TestOneSuccessEndsAFailingRow(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, attempt int) error {
		if attempt == 40 {
			_ = worker.Turn(ctx, func(context.Context) error { return nil })
			<-ctx.Done()
			return nil
		}
		return worker.Turn(ctx, func(context.Context) error { return errors.New("no luck") })
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		start := time.Now()
		time.Sleep(100 * time.Second)
		if s := state(t, tracker); !s.IsFailing(time.Now(), start) {
			t.Errorf("it is %+v", s)
		}
		time.Sleep(time.Minute)
		if s := state(t, tracker); s.IsFailing(time.Now(), start) || s.FailedInRow != 0 || s.Failures != 39 || s.Successes != 1 {
			t.Errorf("after a success it is %+v", s)
		}
	})
}

func TestATurnThatIsCutByTheStopIsNoFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		tracker := worker.NewTracker()
		tracker.RunAll(ctx, discard, func(string) {}, &job{run: func(ctx context.Context, _ int) error {
			return worker.Turn(ctx, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		}})
		if s := tracker.Snapshot()[0]; s.IsRunning || s.Failures != 0 || !s.BusySince.IsZero() {
			t.Errorf("it is %+v", s)
		}
	})
}

func TestWhatIsToBeFinishedOutlivesTheStopForATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		parent, stop := context.WithCancel(t.Context())
		ctx, cancel := worker.Finish(parent, time.Hour)
		defer cancel()
		time.Sleep(time.Minute)
		stop()
		time.Sleep(worker.GraceTime - time.Millisecond)
		if ctx.Err() != nil {
			t.Error("it ended before its time")
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if ctx.Err() == nil {
			t.Error("it goes on")
		}
		limited, cancel := worker.Finish(t.Context(), time.Second)
		defer cancel()
		time.Sleep(time.Second)
		synctest.Wait()
		if limited.Err() == nil {
			t.Error("its limit does not hold")
		}
	})
}
