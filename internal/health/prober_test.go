package health_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/health"
)

func never() time.Time { return time.Time{} }

func TestHoweverManyAskOneProbeIsMadeInATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var probes atomic.Int64
		prober := health.NewProber(func(context.Context) error {
			probes.Add(1)
			time.Sleep(100 * time.Millisecond)
			return nil
		}, never, time.Second)
		for range 20 { // two seconds, and a hundred who ask at each moment
			var asking sync.WaitGroup
			for range 100 {
				asking.Go(func() {
					if err := prober.Check(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			asking.Wait()
			time.Sleep(100 * time.Millisecond)
		}
		if got := probes.Load(); got < 2 || got > 4 {
			t.Errorf("%d probes in about two seconds", got)
		}
	})
}

func TestAWriteOfSomebodyElseSparesAProbe(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		probes := 0
		wrote := time.Now()
		prober := health.NewProber(func(context.Context) error { probes++; return errors.New("full") }, func() time.Time { return wrote }, time.Second)
		time.Sleep(900 * time.Millisecond)
		if err := prober.Check(t.Context()); err != nil || probes != 0 {
			t.Errorf("after a write %d probes were made: %v", probes, err)
		}
		time.Sleep(100 * time.Millisecond)
		if err := prober.Check(t.Context()); err == nil || probes != 1 {
			t.Errorf("a second after the write %d probes were made: %v", probes, err)
		}
	})
}

func TestAProbeThatHangsIsGivenUpAndReadinessComesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		isStuck := true
		prober := health.NewProber(func(ctx context.Context) error {
			if isStuck {
				<-ctx.Done()
			}
			return ctx.Err()
		}, never, time.Second)
		limited, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		began := time.Now()
		if err := prober.Check(limited); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 2*time.Second {
			t.Errorf("after %v it said %v", time.Since(began), err)
		}
		time.Sleep(3*time.Second + time.Millisecond)
		if err := prober.Check(t.Context()); err == nil {
			t.Error("the probe that was given up counts as a success")
		}
		isStuck = false
		time.Sleep(time.Second)
		if err := prober.Check(t.Context()); err != nil || !prober.AnsweringSince().Equal(time.Now()) {
			t.Errorf("it answers since %v: %v", prober.AnsweringSince(), err)
		}
	})
}
