package limiter_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/webhook/limiter"
)

// request is what really happened on the network, which the limiter does not know.
type request struct {
	start, end            time.Time
	received              time.Time
	perMinute, perHour    int // the limits when it started
	isOpen, isEndRecorded bool
}

// world is a sender with its limiter, the network and the receiver.
type world struct {
	t                  *rapid.T
	now                time.Time
	perMinute, perHour int
	limiter            *limiter.Limiter
	requests           []*request
}

func newWorld(t *rapid.T) *world {
	w := &world{t: t, now: start}
	w.drawLimits()
	w.limiter = limiter.New(w.perMinute, w.perHour)
	return w
}

func (w *world) drawLimits() {
	w.perMinute = rapid.IntRange(1, 6).Draw(w.t, "perMinute")
	w.perHour = rapid.IntRange(1, 15).Draw(w.t, "perHour")
}

// pause advances time, often by little and sometimes by about a whole window.
func (w *world) pause() {
	scale := rapid.SampledFrom([]time.Duration{
		time.Microsecond, time.Second, 20 * time.Second, time.Minute, 20 * time.Minute, time.Hour,
	}).Draw(w.t, "scale")
	w.now = w.now.Add(time.Duration(rapid.Int64Range(0, int64(scale)).Draw(w.t, "pause")))
}

// trySend starts a request if it may start now. If not, it sometimes waits until the time that Next returned.
func (w *world) trySend() {
	at, ok := w.limiter.Next(w.now)
	if !ok {
		if at.IsZero() || !rapid.Bool().Draw(w.t, "wait") {
			return
		}
		w.now = at
	}
	w.limiter.Start(w.now)
	w.requests = append(w.requests, &request{
		start: w.now, perMinute: w.perMinute, perHour: w.perHour, isOpen: true,
	})
}

func (w *world) open() []*request {
	return slices.DeleteFunc(slices.Clone(w.requests), func(r *request) bool { return !r.isOpen })
}

// endOne ends a request in flight. The receiver got it at some time since it started.
func (w *world) endOne() {
	if open := w.open(); len(open) > 0 {
		r := rapid.SampledFrom(open).Draw(w.t, "ended")
		w.settle(r)
		r.isEndRecorded = true
		w.limiter.End(w.now)
	}
}

func (w *world) settle(r *request) {
	r.isOpen, r.end = false, w.now
	r.received = r.start.Add(time.Duration(rapid.Int64Range(0, int64(r.end.Sub(r.start))).Draw(w.t, "received")))
	switch rapid.IntRange(0, 3).Draw(w.t, "extreme") {
	case 0:
		r.received = r.start
	case 1:
		r.received = r.end
	}
}

// crash loses the limiter, the requests in flight and the record of some recent ends. The next holder knows every
// reservation, and so how many ends are missing.
func (w *world) crash() {
	for _, r := range w.open() {
		w.settle(r)
	}
	lost := rapid.IntRange(0, 3).Draw(w.t, "lost records")
	var ends []time.Time
	unknown := 0
	for _, r := range slices.Backward(w.requests) {
		if !r.isEndRecorded || lost > 0 {
			r.isEndRecorded = false
			unknown++
			lost--
			continue
		}
		ends = append(ends, r.end)
	}
	latest := w.now
	w.pause()
	w.limiter = limiter.New(w.perMinute, w.perHour)
	w.limiter.Restore(ends, unknown, latest)
	for _, r := range w.requests { // unknown ends are from here on recorded as at latest
		if !r.isEndRecorded {
			r.end, r.isEndRecorded = latest, true
		}
	}
}

func (w *world) changeLimits() {
	w.drawLimits()
	w.limiter.SetLimits(w.perMinute, w.perHour)
}

// blocked is the rule itself, implemented a second time in its simplest form.
func (w *world) blocked(at time.Time) bool {
	minute, hour := 0, 0
	for _, r := range w.requests {
		if r.isOpen || r.end.After(at.Add(-time.Minute)) {
			minute++
		}
		if r.isOpen || r.end.After(at.Add(-time.Hour)) {
			hour++
		}
	}
	return minute >= w.perMinute || hour >= w.perHour
}

// checkNext compares the limiter with the rule: it neither lets requests through too early nor waits longer than
// needed.
func (w *world) checkNext() {
	at, ok := w.limiter.Next(w.now)
	switch {
	case ok != !w.blocked(w.now):
		w.t.Fatalf("Next says %v, the rule says %v", ok, !ok)
	case ok:
	case at.IsZero():
		if !w.blocked(w.now.Add(24 * time.Hour)) {
			w.t.Fatal("Next waits for a request in flight though time alone would do")
		}
	case w.blocked(at):
		w.t.Fatalf("Next says %v, too early", at)
	case !w.blocked(at.Add(-time.Microsecond)):
		w.t.Fatalf("Next says %v, and a microsecond less would do", at)
	}
}

// checkReceiver checks every rolling window that the receiver can have seen. The limit of a window is the one in force
// when its last request was let through.
func (w *world) checkReceiver() {
	type arrival struct {
		*request
		order int
	}
	var arrivals []arrival
	for order, r := range w.requests {
		arrivals = append(arrivals, arrival{r, order})
	}
	slices.SortFunc(arrivals, func(a, b arrival) int {
		return cmp.Or(a.received.Compare(b.received), cmp.Compare(a.order, b.order))
	})
	for i, first := range arrivals {
		newest := first
		for count, r := range arrivals[i:] {
			span := r.received.Sub(first.received)
			if r.order > newest.order {
				newest = r
			}
			if span < time.Minute && count+1 > newest.perMinute {
				w.t.Fatalf("%d requests in %v, the limit is %d a minute", count+1, span, newest.perMinute)
			}
			if span < time.Hour && count+1 > newest.perHour {
				w.t.Fatalf("%d requests in %v, the limit is %d an hour", count+1, span, newest.perHour)
			}
		}
	}
}

func TestNoRollingWindowHoldsMoreThanItsLimitAndNoWaitIsLongerThanNeeded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		steps := []func(){w.trySend, w.trySend, w.trySend, w.endOne, w.endOne, w.endOne, w.changeLimits, w.crash}
		for range rapid.SampledFrom([]int{5, 50, 200}).Draw(t, "steps") {
			w.pause()
			// The sender uses whole microseconds, so that the rule and the limiter see the same times.
			w.now = w.now.Truncate(time.Microsecond)
			steps[rapid.IntRange(0, len(steps)-1).Draw(t, "step")]()
			w.now = w.now.Truncate(time.Microsecond)
			w.checkNext()
		}
		for _, r := range w.open() {
			w.settle(r)
		}
		w.checkReceiver()
	})
}

func BenchmarkNextStartEnd(b *testing.B) {
	l := limiter.New(1_000_000_000, 1_000_000_000)
	now := start
	for b.Loop() {
		now = now.Add(time.Millisecond)
		if _, ok := l.Next(now); ok {
			l.Start(now)
			l.End(now)
		}
	}
}

func BenchmarkNextWhenItsHourIsFull(b *testing.B) {
	l := limiter.New(1000, 1000)
	for i := range 1000 {
		send(l, after(time.Duration(i)*time.Millisecond))
	}
	now := after(time.Minute)
	for b.Loop() {
		l.Next(now)
	}
}
