// Package limiter decides when the next request to one webhook endpoint may start, so that in no rolling
// minute and in no rolling hour the endpoint receives more requests than it allows.
//
// The limit is a promise about the receiver's clock, and the sender does not see that clock: a request
// that started at s and ended at e may have been received at any moment in between. So a request counts
// as received the whole time it is in flight, and after that as if it had been received when it ended:
//
//	a request may start at t only if, for both windows,
//	in flight + ended after t − window < limit
//
// Why that is enough: take any window of that length and, of the requests received in it, the one that
// started last, at t. Every other one was either still in flight at t or ended after t − window, because
// it was received after the window began and the window began no earlier than t − window. The rule
// counted them all, so they are fewer than the limit, and with the last one they are at most the limit.
//
// A Limiter is plain memory: it starts nothing, locks nothing and reads no clock. One loop owns it and
// passes the time in. That time should come from a monotonic clock (a time.Time from time.Now, moved on
// by time.Since, is one): a clock that jumps forward would shorten the windows. One that jumps back lets
// nothing through that is too early, for the Limiter takes no moment as earlier than one that it has
// already seen, but until the clock has caught up the windows stand still.
package limiter

import "time"

// Limiter holds the limits and the recent past of one endpoint. It is not safe for concurrent use.
type Limiter struct {
	minute   window
	hour     window
	past     history
	inFlight int
	// seen is the latest moment handed in, in microseconds.
	seen int64
}

// New makes the limiter of an endpoint that has received nothing yet. Both limits are at least 1.
func New(perMinute, perHour int) *Limiter {
	return &Limiter{
		minute: window{length: time.Minute.Microseconds(), limit: perMinute},
		hour:   window{length: time.Hour.Microseconds(), limit: perHour},
	}
}

// Restore replaces the past by what was written down before a crash or a handover: the moments at which
// requests ended, in any order, and the number of requests that were reserved but whose end nobody wrote
// down. Those count as ended at latest, which must be a moment after which none of them can arrive any
// more. Nothing is in flight afterwards. Ends of more than an hour ago may be left out.
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

// SetLimits changes both limits, each at least 1, from now on. Requests that the old limits let through
// keep counting: a lowered limit may make the next request wait until enough of them are out of the
// window, and a limit that is raised again finds them all remembered.
func (l *Limiter) SetLimits(perMinute, perHour int) {
	l.minute.limit = perMinute
	l.hour.limit = perHour
}

// Next tells whether a request may start now. If not, at is the earliest moment at which one may; it is
// the zero time when no moment can be told before a request in flight has ended.
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

// Start records that a request starts now. It does not ask whether it may: that is what Next is for.
func (l *Limiter) Start(now time.Time) {
	l.moveTo(now)
	l.inFlight++
}

// End records that a request has ended, whatever came of it: an answer, a failure or a time-out. An End
// without a Start counts as a request of its own, which errs on the side of the receiver.
func (l *Limiter) End(now time.Time) {
	l.moveTo(now)
	if l.inFlight > 0 {
		l.inFlight--
	}
	l.past.add(max(microsUp(now), l.seen))
}

// InFlight is the number of requests that have started and not ended.
func (l *Limiter) InFlight() int { return l.inFlight }

// moveTo lets go of what has left the windows by now.
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
