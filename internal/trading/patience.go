package trading

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
)

const (
	// BriefWait is how long a transaction over several owners waits for a lock on anything but their accounts,
	// of which it takes those that are free.
	BriefWait = 100 * time.Millisecond
	// apartAtOnce is how many transactions of one owner each run at the same time where there is more than one writer.
	apartAtOnce = 4
	// apartTime is after what time no more of them are begun, so that those who have just reached a level do
	// not wait for those who are locked.
	apartTime = 2 * BriefWait

	// What is locked is tried again after pauses between these.
	shortestPause = 50 * time.Millisecond
	longestPause  = 2 * time.Second
)

// Patience keeps what has failed, or is locked by somebody else, from being tried again at once.
type Patience struct {
	failures int
	waits    int
	Until    time.Time // when it is due again; zero is at once
}

// Postpone is called at a failure: the pause doubles up to a minute.
func (p *Patience) Postpone(now time.Time) {
	p.Until = now.Add(min(time.Second<<min(p.failures, 6), time.Minute))
	p.failures++
}

// Wait is called when something is locked: the pause doubles up to two seconds. It tells when that has become worth
// a word, which is once.
func (p *Patience) Wait(now time.Time) (isLong bool) {
	p.Until = now.Add(min(shortestPause<<min(p.waits, 6), longestPause))
	p.waits++
	return p.waits == 6
}

// ErrNotBegun is what became of what the time was too short for. It is due at once.
var ErrNotBegun = errors.New("there was no time to begin")

// EachApart does some pieces of work, each a transaction of one owner, a few at the same time, and returns what became
// of each. It begins no more of them after a while: those have failed with ErrNotBegun.
func EachApart(ctx context.Context, db *database.DB, count int, work func(i int) error) []error {
	results := make([]error, count)
	var group errgroup.Group
	group.SetLimit(1)
	if db.Engine() == database.Postgres {
		group.SetLimit(apartAtOnce)
	}
	began := time.Now()
	for i := range results {
		if ctx.Err() != nil || time.Since(began) > apartTime {
			results[i] = ErrNotBegun
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
