package trading

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
)

const (
	// briefWait is how long a transaction over several owners waits for a lock on anything but their accounts,
	// of which it takes those that are free.
	briefWait = 100 * time.Millisecond
	// apartAtOnce is how many transactions of one owner each run at the same time where there is more than one writer.
	apartAtOnce = 4
	// apartTime is after what time no more of them are begun, so that those who have just reached a level do
	// not wait for those who are locked.
	apartTime = 2 * briefWait

	// What is locked is tried again after pauses between these.
	shortestPause = 50 * time.Millisecond
	longestPause  = 2 * time.Second
)

// patience keeps what has failed, or is locked by somebody else, from being tried again at once.
type patience struct {
	failures int
	waits    int
	until    time.Time
}

// postpone is called at a failure: the pause doubles up to a minute.
func (p *patience) postpone(now time.Time) {
	p.until = now.Add(min(time.Second<<min(p.failures, 6), time.Minute))
	p.failures++
}

// wait is called when something is locked: the pause doubles up to two seconds. It tells when that has become worth
// a word, which is once.
func (p *patience) wait(now time.Time) (isLong bool) {
	p.until = now.Add(min(shortestPause<<min(p.waits, 6), longestPause))
	p.waits++
	return p.waits == 6
}

// errNotBegun is what became of what the time was too short for. It is due at once.
var errNotBegun = errors.New("there was no time to begin")

// eachApart does some pieces of work, a few at the same time, and returns what became of each. It begins no more of
// them after a while, and wakes the monitor for the rest.
func (m *monitor) eachApart(ctx context.Context, count int, work func(i int) error) []error {
	results := make([]error, count)
	var group errgroup.Group
	group.SetLimit(1)
	if m.service.db.Engine() == database.Postgres {
		group.SetLimit(apartAtOnce)
	}
	began := time.Now()
	for i := range results {
		if ctx.Err() != nil || time.Since(began) > apartTime {
			results[i] = errNotBegun
			m.rouse()
			continue
		}
		group.Go(func() error {
			results[i] = work(i)
			return nil
		})
	}
	_ = group.Wait() // each failure is among the results
	return results
}

// untilNextTry is how long the monitor may sleep without being woken: until something that is locked or has failed
// is to be tried again.
func (m *monitor) untilNextTry() time.Duration {
	now := m.service.now()
	next := reloadInterval
	consider := func(p patience) {
		if !p.until.IsZero() {
			next = min(next, max(p.until.Sub(now), time.Millisecond))
		}
	}
	for _, h := range m.hits {
		consider(h.patience)
	}
	for _, subscription := range m.list.touched {
		consider(subscription.patience)
	}
	for _, waits := range m.queue.symbols {
		if waits.until.After(now) { // a market that is closed wakes the monitor itself
			consider(*waits)
		}
	}
	return next
}
