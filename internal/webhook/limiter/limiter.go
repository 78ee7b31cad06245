// Package limiter decides when the next request to one webhook endpoint may start, so that in no rolling
// minute and in no rolling hour the endpoint receives more requests than it allows.
//
// The limit is a promise about the receiver's clock, which the sender does not see: a request that started at s and
// ended at e may have been received at any moment in between. So a request counts as received for the whole time it is
// in flight, and afterwards as if it had been received when it ended:
//
//	a request may start at t only if, for both windows,
//	in flight + ended after t − window < limit
//
// Why that is enough: take any window of that length and, of the requests received in it, the one that started last, at
// t. Every other one was either still in flight at t or ended after t − window, because it was received after the
// window began, and the window began no earlier than t − window. The rule counted them all, so they are fewer than the
// limit, and together with the last one at most the limit.
//
// A Limiter is plain memory: it starts nothing, locks nothing and reads no clock. One loop owns it and passes the time
// in. That time should come from a monotonic clock (a time.Time from time.Now, advanced by time.Since, is one): a clock
// that jumps forward would shorten the windows. A clock that jumps back lets nothing through too early, because the
// Limiter never lets time go back, but until the clock has caught up the windows stand still.
package limiter

import "time"

// Limiter holds the limits and the recent past of one endpoint. It is not safe for concurrent use.
type Limiter struct {
	minute   window
	hour     window
	past     history
	inFlight int
	// seen is the latest time passed in, in microseconds.
	seen int64
}

// New returns the limiter of an endpoint that has received nothing yet. Both limits must be at least 1.
func New(perMinute, perHour int) *Limiter {
	return &Limiter{
		minute: window{length: time.Minute.Microseconds(), limit: perMinute},
		hour:   window{length: time.Hour.Microseconds(), limit: perHour},
	}
}

// Restore replaces the past by what was stored before a crash or a handover: when requests ended, in any order, and the
// number of requests that were reserved but whose end was not stored. Those count as ended at latest, after which none
// of them may arrive any longer. Afterwards nothing is in flight. Ends more than an hour ago may be omitted.
func (l *Limiter) Restore(ends []time.Time, unknownInFlight int, latest time.Time) {
	moments := make([]int64, 0, len(ends)+unknownInFlight)
	for _, end := range ends {
		moments = append(moments, microsUp(end))
	}
	for range unknownInFlight {
		moments = append(moments, microsUp(latest))
	}
	l.past = newHistory(moments)
	l.minute.rewind()
	l.hour.rewind()
	l.inFlight = 0
}

// SetLimits changes both limits, each at least 1. Requests that the old limits let through keep counting: a lower limit
// may make the next request wait until enough of them have left the window, and none are forgotten when a limit is
// raised again.
func (l *Limiter) SetLimits(perMinute, perHour int) {
	l.minute.limit = perMinute
	l.hour.limit = perHour
}

// Next reports whether a request may start now. If not, at is the earliest time at which one may, or the zero time when
// that is unknown until a request in flight has ended.
func (l *Limiter) Next(now time.Time) (at time.Time, ok bool) {
	l.moveTo(now)
	perMinute, known := l.minute.opens(&l.past, l.inFlight)
	if !known {
		return time.Time{}, false
	}
	perHour, known := l.hour.opens(&l.past, l.inFlight)
	if !known {
		return time.Time{}, false
	}
	if opens := max(perMinute, perHour); opens > l.seen {
		return time.UnixMicro(opens).UTC(), false
	}
	return now, true
}

// Start records that a request starts now. It does not check whether it may: that is what Next is for.
func (l *Limiter) Start(now time.Time) {
	l.moveTo(now)
	l.inFlight++
}

// End records that a request has ended, with an answer, a failure or a timeout. An End without a Start counts as a
// request of its own, which errs on the receiver's side.
func (l *Limiter) End(now time.Time) {
	l.moveTo(now)
	if l.inFlight > 0 {
		l.inFlight--
	}
	l.past.add(max(microsUp(now), l.seen))
}

// InFlight returns the number of requests that have started but not ended.
func (l *Limiter) InFlight() int { return l.inFlight }

// moveTo drops the ends that have left the windows by now.
func (l *Limiter) moveTo(now time.Time) {
	l.seen = max(l.seen, now.UnixMicro())
	l.minute.moveTo(&l.past, l.seen)
	l.hour.moveTo(&l.past, l.seen)
	dropped := l.past.compact(l.hour.next)
	l.minute.next -= dropped
	l.hour.next -= dropped
}

// microsUp rounds up, so that an end is never taken as earlier than it was.
func microsUp(at time.Time) int64 {
	return at.Add(time.Microsecond - time.Nanosecond).UnixMicro()
}
