package market

import (
	"fmt"
	"time"
)

// aheadTolerated is how far after now a price may be dated that is traded on: by about as much clocks are corrected every
// day. What is further ahead was dated before the clock was set back.
const aheadTolerated = 5 * time.Second

// FeedName says which feed the prices come from.
func (m *Market) FeedName() string { return m.options.Feed.Name() }

// FeedAge tells for how long the feed has delivered no price; false before its first.
func (m *Market) FeedAge() (age time.Duration, known bool) {
	last := m.lastTick.Load()
	if last == nil {
		return 0, false
	}
	return max(0, since(*last, m.now())), true
}

// FeedSilence is FeedAge for whoever watches: before the first price it counts from the start of the process, since a feed that
// has been dead all along is as silent as one that has died. False before the start.
func (m *Market) FeedSilence() (age time.Duration, known bool) {
	if age, known = m.FeedAge(); known || m.startedAt.IsZero() {
		return age, known
	}
	return max(0, since(m.startedAt, m.now())), true
}

// since is how long ago a moment was, by the clock on the wall or the machine's own, whichever says more: the one may have
// been set back, and the other stands still while the machine does.
func since(at, now time.Time) time.Duration { return max(now.Sub(at), onWall(at, now)) }

// onWall is how long ago a moment was by the clock on the wall; negative for one that is yet to come.
func onWall(at, now time.Time) time.Duration { return now.Round(0).Sub(at.Round(0)) }

// isStale tells whether a price may not be traded on any more: it is older than that, or dated too far after now.
func (q *Quote) isStale(now time.Time, after time.Duration) bool {
	return since(q.At, now) > after || onWall(q.At, now) < -aheadTolerated
}

// age says how old a price is, for people.
func (q *Quote) age(now time.Time) string {
	if ahead := -onWall(q.At, now); ahead > aheadTolerated {
		return fmt.Sprintf("dated %s from now, as the clock was set back", ahead.Truncate(time.Second))
	}
	return since(q.At, now).Truncate(time.Second).String() + " old"
}
