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

// history says how the writes of a process went.
type history struct{ wrote, failed time.Time }

func (h *history) LastWrite() time.Time  { return h.wrote }
func (h *history) LastOutage() time.Time { return h.failed }

func TestHoweverManyAskOneProbeIsMadeInATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var probes atomic.Int64
		prober := health.NewProber(func(context.Context) error {
			probes.Add(1)
			time.Sleep(100 * time.Millisecond)
			return nil
		}, &history{}, time.Second)
		for range 20 { // for two seconds, with a hundred concurrent callers each time
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
		prober := health.NewProber(func(context.Context) error { probes++; return errors.New("full") }, &history{wrote: time.Now()}, time.Second)
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
		}, &history{}, time.Second)
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

func TestAWriteThatFailsIsLookedIntoWithinASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		writes, probes, isFull := &history{}, 0, false
		prober := health.NewProber(func(context.Context) error {
			if probes++; isFull {
				return errors.New("full")
			}
			return nil
		}, writes, time.Hour)
		if err := prober.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		isFull, writes.wrote, writes.failed = true, time.Now().Add(-time.Second), time.Now()
		if err := prober.Check(t.Context()); err == nil || probes != 2 {
			t.Errorf("after %d probes it says %v", probes, err)
		}
	})
}
