package market

import (
	"fmt"
	"time"
)

// aheadTolerated is how far in the future a price may be dated and still be traded on: about as much as clocks are
// corrected every day. A price further ahead was dated before the clock was set back.
const aheadTolerated = 5 * time.Second

// FeedName is the name of the feed that delivers the prices.
func (m *Market) FeedName() string { return m.options.Feed.Name() }

// FeedAge is for how long the feed has delivered no price; false before its first.
func (m *Market) FeedAge() (age time.Duration, known bool) {
	last := m.lastTick.Load()
	if last == nil {
		return 0, false
	}
	return max(0, since(*last, m.now())), true
}

// FeedSilence is FeedAge for monitoring: before the first price it counts from the start of the process, since a feed that
// never delivered is as silent as one that has died. False before the start.
func (m *Market) FeedSilence() (age time.Duration, known bool) {
	if age, known = m.FeedAge(); known || m.startedAt.IsZero() {
		return age, known
	}
	return max(0, since(m.startedAt, m.now())), true
}

// since is the time since a moment, by the wall clock or the monotonic clock, whichever is longer: the one may have been
// set back, and the other stands still while the machine sleeps.
func since(at, now time.Time) time.Duration { return max(now.Sub(at), onWall(at, now)) }

// onWall is the time since a moment by the wall clock; negative for a moment in the future.
func onWall(at, now time.Time) time.Duration { return now.Round(0).Sub(at.Round(0)) }

// isStale reports whether a price may no longer be traded on: it is too old, or dated too far in the future.
func (q *Quote) isStale(now time.Time, after time.Duration) bool {
	return since(q.At, now) > after || onWall(q.At, now) < -aheadTolerated
}

// age describes the age of a price for people.
func (q *Quote) age(now time.Time) string {
	if ahead := -onWall(q.At, now); ahead > aheadTolerated {
		return fmt.Sprintf("dated %s from now, as the clock was set back", ahead.Truncate(time.Second))
	}
	return since(q.At, now).Truncate(time.Second).String() + " old"
}
