package worker_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/worker"
)

// looping runs a loop in a bubble of fake time and returns when its steps began, relative to its start. The test
// decides what each step does by its number, and when the loop is woken.
func looping(t *testing.T, lasts time.Duration, woken []time.Duration, step func(number int) (time.Duration, error)) (begun []time.Duration, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), lasts)
		defer cancel()
		start, wake := time.Now(), worker.NewWake()
		for _, after := range woken {
			time.AfterFunc(after, wake.Notify)
		}
		err = worker.Loop(ctx, wake, func(context.Context) (time.Duration, error) {
			begun = append(begun, time.Since(start))
			return step(len(begun))
		})
	})
	return begun, err
}

func wantSteps(t *testing.T, got []time.Duration, want ...time.Duration) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("steps began at %v, want %v", got, want)
	}
}

func TestALoopStepsAtOnceThenWhenItsTimeComesOrItIsWoken(t *testing.T) {
	t.Parallel()
	begun, err := looping(t, 35*time.Second, []time.Duration{14 * time.Second}, func(int) (time.Duration, error) { return 10 * time.Second, nil })
	if err != nil {
		t.Error(err)
	}
	wantSteps(t, begun, 0, 10*time.Second, 14*time.Second, 24*time.Second, 34*time.Second)
}

func TestAStepWithMoreToDoIsFollowedAtOnce(t *testing.T) {
	t.Parallel()
	begun, _ := looping(t, time.Minute, nil, func(number int) (time.Duration, error) {
		if number < 3 {
			return 0, nil
		}
		return worker.UntilWoken, nil
	})
	wantSteps(t, begun, 0, 0, 0)
}

func TestAWakeInTheMiddleOfAStepIsFollowedByAnother(t *testing.T) {
	t.Parallel()
	woken := []time.Duration{time.Second, 2 * time.Second, 3 * time.Second} // all of them during the first step
	begun, _ := looping(t, time.Hour, woken, func(int) (time.Duration, error) {
		time.Sleep(10 * time.Second)
		return worker.UntilWoken, nil
	})
	wantSteps(t, begun, 0, 10*time.Second)
}

func TestAFailureEndsTheLoopUnlessItIsHandled(t *testing.T) {
	t.Parallel()
	trouble := errors.New("no luck")
	begun, err := looping(t, time.Minute, nil, func(number int) (time.Duration, error) {
		if number < 3 {
			return 5 * time.Second, worker.Handled(trouble)
		}
		return 5 * time.Second, trouble
	})
	wantSteps(t, begun, 0, 5*time.Second, 10*time.Second)
	if !errors.Is(err, trouble) {
		t.Errorf("the loop ended with %v, want %v", err, trouble)
	}
	if worker.Handled(nil) != nil {
		t.Error("no failure became one")
	}
	if !errors.Is(worker.Handled(trouble), trouble) {
		t.Error("a handled failure is no longer the failure")
	}
}

func TestALoopThatIsStoppedInTheMiddleOfAStepDoesNotFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := worker.Loop(ctx, nil, func(ctx context.Context) (time.Duration, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A failed step is retried with the supervisor's pauses, and the tracker counts every step as a turn.
func TestStepsAreCountedAndRetriedByTheSupervisor(t *testing.T) {
	t.Parallel()
	var begun []time.Duration
	start := time.Time{}
	run := func(ctx context.Context, attempt int) error {
		if attempt == 1 {
			start = time.Now()
		}
		return worker.Loop(ctx, nil, worker.Every(time.Minute, func(context.Context) error {
			begun = append(begun, time.Since(start))
			switch len(begun) {
			case 1, 2, 3:
				return errors.New("no luck")
			case 5:
				return worker.Handled(errors.New("some luck"))
			}
			return nil
		}))
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		time.Sleep(3 * time.Minute)
		s := state(t, tracker)
		wantSteps(t, begun, 0, 100*time.Millisecond, 300*time.Millisecond, 700*time.Millisecond,
			time.Minute+700*time.Millisecond, 2*time.Minute+700*time.Millisecond)
		if s.Failures != 4 || s.Successes != 2 || s.FailedInRow != 0 || !s.BusySince.IsZero() {
			t.Errorf("it is %+v", s)
		}
	})
}

func TestWhoWaitsForAPlaceIsNotStuck(t *testing.T) {
	t.Parallel()
	var places *worker.Places
	acquired := 0
	run := func(ctx context.Context, _ int) error {
		places = worker.NewPlaces(3)
		return worker.Loop(ctx, nil, func(ctx context.Context) (time.Duration, error) {
			acquired += places.Acquire(ctx)
			return 0, nil
		})
	}
	tracked(t, run, func(t *testing.T, tracker *worker.Tracker) {
		time.Sleep(time.Hour)
		if s := state(t, tracker); acquired != 3 || s.IsStuck(time.Now(), time.Minute) {
			t.Errorf("it has %d places and is %+v", acquired, s)
		}
		places.Release(2)
		if state(t, tracker); acquired != 5 {
			t.Errorf("it acquired %d places, want 5", acquired)
		}
	})
}
