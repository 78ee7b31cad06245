package testkit_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// verdict is a test that keeps how it failed.
type verdict struct {
	testing.TB
	said string
}

func (v *verdict) Helper() {}

func (v *verdict) Errorf(format string, args ...any) { v.said = fmt.Sprintf(format, args...) }

func (v *verdict) Fatalf(format string, args ...any) {
	v.Errorf(format, args...)
	panic(v)
}

// fatal tells what a test said that ended early.
func fatal(test func(t testing.TB)) (said string) {
	v := &verdict{}
	defer func() {
		if recovered := recover(); recovered != nil && recovered != any(v) {
			panic(recovered)
		}
		said = v.said
	}()
	test(v)
	return
}

func TestAFaultIsWantedByItsCodeAndField(t *testing.T) {
	t.Parallel()
	refusal := fmt.Errorf("order: %w", fault.Invalid("quantity", "too small"))
	for name, c := range map[string]struct {
		err   error
		code  fault.Code
		field []string
		fails bool
	}{
		"as it is":           {refusal, fault.ValidationError, []string{"quantity"}, false},
		"whatever its field": {refusal, fault.ValidationError, nil, false},
		"another field":      {refusal, fault.ValidationError, []string{"price"}, true},
		"another code":       {refusal, fault.Conflict, nil, true},
		"no fault":           {errors.New("trouble"), fault.Conflict, nil, true},
		"no error":           {nil, fault.Conflict, nil, true},
	} {
		v := &verdict{}
		failure := testkit.WantFault(v, c.err, c.code, c.field...)
		if got := v.said != ""; got != c.fails || failure == nil || !got && failure.Field != "quantity" {
			t.Errorf("%s: it fails with %q and returns %+v", name, v.said, failure)
		}
	}
}

func TestAClockIsTurnedByTheTest(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	clock := testkit.NewClock(start)
	clock.Advance(time.Hour)
	if got := clock.Now(); !got.Equal(start.Add(time.Hour)) {
		t.Errorf("it shows %v", got)
	}
	clock.Set(start)
	clock.AdvancePerLook(time.Second)
	if first, second := clock.Now(), clock.Now(); !second.Equal(first.Add(time.Second)) {
		t.Errorf("it shows %v and %v", first, second)
	}
}

func TestCallsInParallelRunTogether(t *testing.T) {
	t.Parallel()
	const n = 20
	met := make(chan struct{})
	results := testkit.InParallel(n, func(i int) error {
		if i%2 == 0 {
			met <- struct{}{} // no call of one kind ends without one of the other
			return nil
		}
		<-met
		return fmt.Errorf("call %d", i)
	})
	if got := testkit.Succeeded(results); got != n/2 || results[7].Error() != "call 7" {
		t.Errorf("%d succeeded: %v", got, results)
	}
}

func TestAWaitEndsWithItsSignalOrItsPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		numbers, start := make(chan int, 1), time.Now()
		time.AfterFunc(time.Minute, func() { numbers <- 7 })
		if got := testkit.Receive(t, "a number", numbers); got != 7 || time.Since(start) != time.Minute {
			t.Errorf("received %d after %v", got, time.Since(start))
		}
		if said := fatal(func(t testing.TB) { testkit.Receive(t, "a number", numbers) }); said != "waited in vain for a number" {
			t.Errorf("it said %q", said)
		}
		var holds atomic.Bool
		time.AfterFunc(time.Minute, func() { holds.Store(true) })
		testkit.Until(t, "it holds", holds.Load)
		if said := fatal(func(t testing.TB) { testkit.Until(t, "it holds", func() bool { return false }) }); said != "not within 2m0s: it holds" {
			t.Errorf("it said %q", said)
		}
	})
}

func TestAStopwatchCountsNoMoreThanHasPassed(t *testing.T) {
	t.Parallel()
	began, watch := time.Now(), testkit.StartStopwatch()
	testkit.Until(t, "a moment", func() bool { return time.Since(began) > 20*time.Millisecond })
	if counted := watch.Elapsed(); counted < 0 || counted > time.Since(began) {
		t.Errorf("%v of %v have passed", counted, time.Since(began))
	}
}
