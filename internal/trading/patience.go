package trading

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
)

const (
	// BriefWait is how long a transaction over several owners waits for locks other than those of their accounts, of which
	// it takes only the free ones.
	BriefWait = 100 * time.Millisecond
	// apartAtOnce is how many single-owner transactions run concurrently if the database allows more than one writer.
	apartAtOnce = 4
	// apartTime is after how long no more of them are started, so that positions that have just reached a level do not wait
	// for those whose accounts are locked.
	apartTime = 2 * BriefWait

	// The pauses before something locked is tried again: the first and the longest.
	shortestPause = 50 * time.Millisecond
	longestPause  = 2 * time.Second
)

// Patience delays the next attempt at something that failed, or that another transaction has locked.
type Patience struct {
	failures int
	waits    int
	Until    time.Time // when it is due again; zero means at once
}

// Postpone is called after a failure: the pause doubles up to a minute.
func (p *Patience) Postpone(now time.Time) {
	p.Until = now.Add(min(time.Second<<min(p.failures, 6), time.Minute))
	p.failures++
}

// Wait is called when something is locked: the pause doubles up to two seconds. It returns true once, when the wait has
// become long enough to log.
func (p *Patience) Wait(now time.Time) (isLong bool) {
	p.Until = now.Add(min(shortestPause<<min(p.waits, 6), longestPause))
	p.waits++
	return p.waits == 6
}

// ErrNotBegun is the result of work that was not started for lack of time. It is due again at once.
var ErrNotBegun = errors.New("there was no time to begin")

// EachApart runs pieces of work, each a transaction of one owner, a few at a time, and returns their results. After a while
// it starts no more of them: the rest get ErrNotBegun.
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
	_ = group.Wait() // the errors are in the results
	return results
}
