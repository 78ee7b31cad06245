package limiter_test

import (
	"testing"
	"time"

	"bourse/internal/webhook/limiter"
)

// sendEachMillisecond sends count requests, the first at the start.
func sendEachMillisecond(l *limiter.Limiter, count int) {
	for i := range count {
		send(l, after(time.Duration(i)*time.Millisecond))
	}
}

func TestMomentsAreLetGoOfOnceHalfOfThemAreAnHourOld(t *testing.T) {
	t.Parallel()
	l := limiter.New(1000, 1000)
	sendEachMillisecond(l, 1000)
	for _, step := range []struct {
		at   time.Duration
		want int
	}{
		{time.Hour, 1000},
		{time.Hour + 499*time.Millisecond - time.Microsecond, 1000}, // 499 are an hour old
		{time.Hour + 499*time.Millisecond, 500},
		{time.Hour + 999*time.Millisecond, 0},
	} {
		l.Next(after(step.at))
		if got := limiter.Moments(l); got != step.want {
			t.Errorf("%d moments are kept after %v, want %d", got, step.at, step.want)
		}
	}
}

func TestAnEndpointWithLittleToReceiveKeepsItsRoom(t *testing.T) {
	t.Parallel()
	l := limiter.New(1000, 1000)
	sendEachMillisecond(l, 20)
	room := limiter.Runs(l)
	l.Next(after(2 * time.Hour))
	if got := limiter.Runs(l); got != room {
		t.Errorf("room for %d moments is left of %d, which were not worth giving back", got, room)
	}
}

func TestEndsAtOneMomentAreKeptAsOne(t *testing.T) {
	t.Parallel()
	l := limiter.New(10, 10)
	for range 3 {
		send(l, after(0))
	}
	if got := limiter.Moments(l); got != 1 {
		t.Errorf("%d moments are kept, want 1", got)
	}
}

func TestAnEndBeforeTheOnlyOneThatWasRestoredCountsAsEndedWithIt(t *testing.T) {
	t.Parallel()
	l := limiter.New(1, 100)
	l.Restore([]time.Time{after(10 * time.Second)}, 0, time.Time{}) // by a replica whose clock is ahead
	send(l, after(2*time.Second))
	wantWait(t, l, after(2*time.Second), after(70*time.Second))
}

// The limit is exact for 32,768 separate moments, and beyond that to a tenth of a second in the receiver's favour.
func TestMomentsAreExactUntilThereAreTooMany(t *testing.T) {
	t.Parallel()
	const exact = 1 << 15
	l := limiter.New(2*exact, 2*exact)
	sendEachMillisecond(l, exact)
	last := time.Duration(exact-1) * time.Millisecond
	l.SetLimits(1, 2*exact)
	wantWait(t, l, after(last), after(last+time.Minute))

	pause := time.Millisecond + 7*time.Microsecond // never reaches a full tenth of a second
	send(l, after(last+pause))
	shared := (last + pause).Truncate(100*time.Millisecond) + 100*time.Millisecond
	wantWait(t, l, after(last+pause), after(shared+time.Minute))
}

func TestNothingIsSpecialAboutTheFirstMomentOfTheUnixEra(t *testing.T) {
	t.Parallel()
	wantOpen(t, limiter.New(1, 1), time.Unix(0, 0))
}
