package limiter_test

import (
	"testing"
	"time"

	"bourse/internal/webhook/limiter"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func after(d time.Duration) time.Time { return start.Add(d) }

// send records a request that starts and ends at the same time.
func send(l *limiter.Limiter, at time.Time) {
	l.Start(at)
	l.End(at)
}

func wantOpen(t *testing.T, l *limiter.Limiter, now time.Time) {
	t.Helper()
	if at, ok := l.Next(now); !ok || !at.Equal(now) {
		t.Fatalf("Next(%v) = %v, %v; want a request to be allowed now", now, at, ok)
	}
}

func wantWait(t *testing.T, l *limiter.Limiter, now, until time.Time) {
	t.Helper()
	if at, ok := l.Next(now); ok || !at.Equal(until) {
		t.Fatalf("Next(%v) = %v, %v; want to wait until %v", now, at, ok, until)
	}
}

func TestAMinuteIsFullUntilItsOldestRequestIsAMinuteOld(t *testing.T) {
	t.Parallel()
	l := limiter.New(2, 100)
	send(l, after(0))
	wantOpen(t, l, after(time.Second))
	send(l, after(10*time.Second))
	wantWait(t, l, after(10*time.Second), after(time.Minute))
	wantWait(t, l, after(time.Minute-time.Microsecond), after(time.Minute))
	wantOpen(t, l, after(time.Minute))
	send(l, after(time.Minute))
	wantWait(t, l, after(time.Minute), after(70*time.Second))
}

func TestAnHourIsFullEvenWhenItsMinuteIsEmpty(t *testing.T) {
	t.Parallel()
	l := limiter.New(100, 2)
	send(l, after(0))
	send(l, after(5*time.Minute))
	wantWait(t, l, after(10*time.Minute), after(time.Hour))
	wantOpen(t, l, after(time.Hour))
	send(l, after(time.Hour))
	wantWait(t, l, after(time.Hour), after(65*time.Minute))
}

func TestARequestCountsFromItsEndAndNotFromItsStart(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 100)
	l.Start(after(0))
	l.End(after(30 * time.Second))
	wantWait(t, l, after(time.Minute), after(90*time.Second))
	wantOpen(t, l, after(90*time.Second))
}

func TestARequestInFlightCountsHoweverLongItTakes(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 100)
	l.Start(after(0))
	wantWait(t, l, after(10*time.Minute), time.Time{})
	if l.InFlight() != 1 {
		t.Fatalf("%d in flight, want 1", l.InFlight())
	}
	l.End(after(10 * time.Minute))
	wantWait(t, l, after(10*time.Minute), after(11*time.Minute))
}

func TestRequestsInFlightTakeTheirShareOfAKnownWait(t *testing.T) {
	t.Parallel()
	l := limiter.New(3, 100)
	send(l, after(0))
	send(l, after(10*time.Second))
	l.Start(after(11 * time.Second))
	wantWait(t, l, after(12*time.Second), after(time.Minute))
	// Its end makes the request more recent, and does not let another one start earlier.
	l.End(after(20 * time.Second))
	wantWait(t, l, after(20*time.Second), after(time.Minute))
}

func TestLoweredLimitsHoldAtOnce(t *testing.T) {
	t.Parallel()
	l := limiter.New(10, 100)
	for second := range 5 {
		send(l, after(time.Duration(second)*time.Second))
	}
	l.SetLimits(2, 100)
	wantWait(t, l, after(5*time.Second), after(63*time.Second))
	l.SetLimits(10, 3)
	wantWait(t, l, after(5*time.Second), after(time.Hour+2*time.Second))
}

func TestALimitThatIsRaisedAgainRemembersWhatWasSentBefore(t *testing.T) {
	t.Parallel()
	l := limiter.New(100, 5)
	for second := range 5 {
		send(l, after(time.Duration(second)*time.Second))
	}
	l.SetLimits(100, 1)
	wantWait(t, l, after(30*time.Minute), after(time.Hour+4*time.Second))
	l.SetLimits(100, 5)
	wantWait(t, l, after(30*time.Minute), after(time.Hour))
}

func TestARestoredPastCountsUnknownEndsAtTheLatestMoment(t *testing.T) {
	t.Parallel()
	l := limiter.New(3, 100)
	l.Restore([]time.Time{after(20 * time.Second), after(0)}, 1, after(30*time.Second))
	wantWait(t, l, after(30*time.Second), after(time.Minute))
	send(l, after(time.Minute))
	wantWait(t, l, after(time.Minute), after(80*time.Second))
	send(l, after(80*time.Second))
	wantWait(t, l, after(80*time.Second), after(90*time.Second))
}

func TestRestoringReplacesWhatTheLimiterKnew(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 1)
	send(l, after(0))
	l.Start(after(0))
	wantWait(t, l, after(time.Second), time.Time{})
	l.Restore(nil, 0, time.Time{})
	wantOpen(t, l, after(time.Second))
	if l.InFlight() != 0 {
		t.Fatalf("%d in flight after a restore, want 0", l.InFlight())
	}

	send(l, after(time.Second))
	wantOpen(t, l, after(2*time.Hour))
	l.SetLimits(1, 2)
	l.Restore([]time.Time{after(2 * time.Hour)}, 0, time.Time{})
	wantWait(t, l, after(2*time.Hour), after(2*time.Hour+time.Minute))
	l.SetLimits(2, 1)
	wantWait(t, l, after(2*time.Hour), after(3*time.Hour))
}

func TestAClockThatGoesBackNeverShortensAWindow(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 100)
	wantOpen(t, l, after(10*time.Second))
	l.Start(after(10 * time.Second))
	l.End(after(2 * time.Second))
	wantWait(t, l, after(2*time.Second), after(70*time.Second))
}

func TestAnEndBetweenTwoMicrosecondsIsRoundedUp(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 100)
	send(l, after(time.Nanosecond))
	wantWait(t, l, after(time.Minute), after(time.Minute+time.Microsecond))
}

func TestAnEndWithoutAStartIsCounted(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 100)
	l.End(after(0))
	wantWait(t, l, after(time.Second), after(time.Minute))
	if l.InFlight() != 0 {
		t.Fatalf("%d in flight, want 0", l.InFlight())
	}
}

func TestHighLimitsCostLittleMemoryAndStillHold(t *testing.T) {
	t.Parallel()
	const limit = 400_000
	l := limiter.New(limit, limit)
	now := start
	for range limit {
		wantOpen(t, l, now)
		send(l, now)
		now = now.Add(50 * time.Microsecond)
	}
	if runs := limiter.Runs(l); runs > 40_000 {
		t.Errorf("%d moments kept of %d requests in 20 s", runs, limit)
	}
	wantWait(t, l, now, after(time.Hour))
	// Once the history uses larger steps, an end may count as at most one step later than it was, and never as earlier.
	last := now.Add(-50 * time.Microsecond).Add(time.Hour)
	for at, ok := l.Next(after(time.Hour)); !ok; at, ok = l.Next(at) {
		t.Fatalf("the first window did not open: wait until %v", at)
	}
	l.SetLimits(1, 1)
	at, ok := l.Next(after(time.Hour))
	if ok || at.Before(last) || at.After(last.Add(100*time.Millisecond)) {
		t.Errorf("waits until %v, want %v or up to 0.1 s more", at, last)
	}
}

func TestMemoryIsGivenBackWhenTheHourHasPassed(t *testing.T) {
	t.Parallel()
	l := limiter.New(10_000, 10_000)
	for i := range 10_000 {
		send(l, after(time.Duration(i)*time.Millisecond))
	}
	l.Next(after(2 * time.Hour))
	if runs := limiter.Runs(l); runs > 64 {
		t.Errorf("room for %d moments is kept when none is left", runs)
	}
}
