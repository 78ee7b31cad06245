package worker_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/worker"
)

// job is a worker whose run function the test provides. It records when each run began.
type job struct {
	run    func(ctx context.Context, attempt int) error
	starts []time.Time
}

func (j *job) Name() string { return "job" }

func (j *job) Run(ctx context.Context) error {
	j.starts = append(j.starts, time.Now())
	return j.run(ctx, len(j.starts))
}

// pauses returns the times between the starts of consecutive runs.
func (j *job) pauses() []time.Duration {
	var between []time.Duration
	for i := 1; i < len(j.starts); i++ {
		between = append(between, j.starts[i].Sub(j.starts[i-1]))
	}
	return between
}

var discard = slog.New(slog.DiscardHandler)

// runUntilAttempt runs the job inside a bubble of fake time, ends the context in the given attempt and
// returns when RunAll has.
func runUntilAttempt(t *testing.T, logger *slog.Logger, last int, run func(ctx context.Context, attempt int) error) *job {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := &job{run: func(ctx context.Context, attempt int) error {
		if attempt == last {
			cancel()
			return nil
		}
		return run(ctx, attempt)
	}}
	worker.RunAll(ctx, logger, func(string) {}, j)
	return j
}

func milliseconds(values ...int) []time.Duration {
	durations := make([]time.Duration, len(values))
	for i, value := range values {
		durations[i] = time.Duration(value) * time.Millisecond
	}
	return durations
}

func TestAFailingWorkerIsRunAgainAfterPausesThatDoubleUpToALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := runUntilAttempt(t, discard, 13, func(context.Context, int) error { return errors.New("no luck") })
		want := milliseconds(100, 200, 400, 800, 1600, 3000, 3000, 3000, 3000, 3000, 3000, 3000)
		if got := j.pauses(); !slices.Equal(got, want) {
			t.Errorf("pauses %v, want %v", got, want)
		}
	})
}

func TestAPanicIsAFailureLikeAnyOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		j := runUntilAttempt(t, slog.New(slog.NewTextHandler(&log, nil)), 4, func(context.Context, int) error {
			panic("index out of luck")
		})
		if got, want := j.pauses(), milliseconds(100, 200, 400); !slices.Equal(got, want) {
			t.Errorf("pauses %v, want %v", got, want)
		}
		for _, want := range []string{"level=ERROR", "worker=job", "panic: index out of luck", "worker_test.go", "retryIn=200ms"} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("the log does not say %q:\n%s", want, log.String())
			}
		}
	})
}

func TestAWorkerThatReturnsTooEarlyHasFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		j := runUntilAttempt(t, slog.New(slog.NewTextHandler(&log, nil)), 3, func(context.Context, int) error { return nil })
		if got, want := j.pauses(), milliseconds(100, 200); !slices.Equal(got, want) {
			t.Errorf("pauses %v, want %v", got, want)
		}
		if got := strings.Count(log.String(), "returned before its context ended"); got != 2 {
			t.Errorf("%d failures logged, want 2:\n%s", got, log.String())
		}
	})
}

func TestAfterALongHealthyRunThePauseIsSmallAgain(t *testing.T) {
	t.Parallel()
	for length, want := range map[time.Duration]time.Duration{
		time.Minute - 1: 800 * time.Millisecond,
		time.Minute:     100 * time.Millisecond,
		24 * time.Hour:  100 * time.Millisecond,
	} {
		synctest.Test(t, func(t *testing.T) {
			j := runUntilAttempt(t, discard, 6, func(_ context.Context, attempt int) error {
				if attempt == 4 {
					time.Sleep(length)
				}
				return errors.New("no luck")
			})
			pauses := j.pauses()
			if got := pauses[3] - length; got != want {
				t.Errorf("after a run of %v the pause was %v, want %v", length, got, want)
			}
			if got := pauses[4]; got != 2*want {
				t.Errorf("after a run of %v the pause after next was %v, want %v", length, got, 2*want)
			}
		})
	}
}

func TestRunAllReturnsWithItsLastWorkerAndNotBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		ending := func(takes time.Duration) *job {
			return &job{run: func(ctx context.Context, _ int) error {
				<-ctx.Done()
				time.Sleep(takes)
				return nil
			}}
		}
		quick, slow := ending(0), ending(7*time.Second)
		began := time.Now()
		time.AfterFunc(time.Hour, cancel)
		worker.RunAll(ctx, discard, func(string) {}, quick, slow)
		if got, want := time.Since(began), time.Hour+7*time.Second; got != want {
			t.Errorf("RunAll returned after %v, want %v", got, want)
		}
		if len(quick.starts) != 1 || len(slow.starts) != 1 {
			t.Errorf("runs: %d and %d, want one each", len(quick.starts), len(slow.starts))
		}
	})
}

func TestOneWorkersFailuresDoNotDisturbAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		healthy := &job{run: func(ctx context.Context, _ int) error { <-ctx.Done(); return nil }}
		broken := &job{run: func(context.Context, int) error { panic("always") }}
		worker.RunAll(ctx, discard, func(string) {}, broken, healthy)
		if len(healthy.starts) != 1 || len(broken.starts) < 100 {
			t.Errorf("the healthy one ran %d times, the broken one %d times", len(healthy.starts), len(broken.starts))
		}
	})
}

func TestTheEndOfTheContextEndsAPauseAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(150*time.Millisecond, cancel) // In the middle of the second pause.
		j := &job{run: func(context.Context, int) error { return errors.New("no luck") }}
		worker.RunAll(ctx, discard, func(string) {}, j)
		if got, want := time.Since(began), 150*time.Millisecond; got != want {
			t.Errorf("RunAll returned after %v, want %v", got, want)
		}
		if len(j.starts) != 2 {
			t.Errorf("%d runs, want 2", len(j.starts))
		}
	})
}

func TestAnEndedContextRunsNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := &job{run: func(context.Context, int) error { return nil }}
	worker.RunAll(ctx, discard, func(string) {}, j)
	if len(j.starts) != 0 {
		t.Errorf("%d runs, want none", len(j.starts))
	}
}

func TestStoppingAtADeadlineIsNoTrouble(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		worker.RunAll(ctx, slog.New(slog.NewTextHandler(&log, nil)), func(string) {}, &job{run: func(ctx context.Context, _ int) error {
			<-ctx.Done()
			return ctx.Err()
		}})
		if log.Len() != 0 {
			t.Errorf("logged %s", log.String())
		}
	})
}

func TestOnlyATroubleOfItsOwnIsLoggedWhenAWorkerStops(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		returns func(ctx context.Context) error
		logged  bool
	}{
		"nothing":                    {func(context.Context) error { return nil }, false},
		"that the context ended":     {func(ctx context.Context) error { return ctx.Err() }, false},
		"that a query was cut short": {func(context.Context) error { return errors.Join(errors.New("query"), context.Canceled) }, false},
		"a trouble of its own":       {func(context.Context) error { return errors.New("lease not released") }, true},
		"a panic on the way out":     {func(context.Context) error { panic("late") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			ctx, cancel := context.WithCancel(t.Context())
			worker.RunAll(ctx, slog.New(slog.NewTextHandler(&log, nil)), func(string) {}, &job{run: func(ctx context.Context, _ int) error {
				cancel()
				return c.returns(ctx)
			}})
			if got := strings.Contains(log.String(), "worker failed while stopping"); got != c.logged {
				t.Errorf("logged is %v, want %v: %s", got, c.logged, log.String())
			}
		})
	}
}
