package notify

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// atOnce is how many messages of one channel are sent at the same time.
	atOnce = 4
	// longestWait is how long a lane trusts that it hears of new messages.
	longestWait = time.Minute
	// shortestWait keeps a lane from spinning while another process holds what is due.
	shortestWait = 100 * time.Millisecond
)

// lane sends the messages of one channel. It claims only as many as it can begin to send at once: what
// is claimed is on the wire, what waits can be claimed by another replica.
type lane struct {
	queue   *Queue
	channel Channel
	free    chan struct{} // one token for each message that may still be begun
	wake    chan struct{}
	sending sync.WaitGroup
	sent    atomic.Int64
}

func (q *Queue) lanes() []*lane {
	lanes := make([]*lane, 0, len(channels))
	for _, channel := range channels {
		l := &lane{queue: q, channel: channel, free: make(chan struct{}, atOnce), wake: make(chan struct{}, 1)}
		l.release(atOnce)
		lanes = append(lanes, l)
	}
	return lanes
}

// poke makes a waiting lane look at the table again.
func (l *lane) poke() {
	select {
	case l.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

// run sends what is due until the context ends, then waits for what is being sent.
func (l *lane) run(ctx context.Context) error {
	defer l.sending.Wait()
	isDue := true // something may be
	for {
		if isDue {
			if err := l.drain(ctx, l.queue.now()); err != nil {
				return err
			}
		}
		var wait time.Duration
		err := worker.Turn(ctx, func(ctx context.Context) (err error) {
			wait, err = l.untilDue(ctx)
			return err
		})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		isDue = wait < longestWait
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-l.wake:
			isDue = true
		case <-timer.C: // where nothing was known of, that is asked first: most of the time nothing is due
		}
		timer.Stop()
	}
}

// drain begins to send everything that is due at the given moment, as places become free. It returns when
// nothing is left or the context has ended; the last messages may still be on their way then.
func (l *lane) drain(ctx context.Context, due time.Time) error {
	for {
		places := l.acquire(ctx)
		if places == 0 {
			return nil
		}
		var claims []claim
		err := worker.Turn(ctx, func(ctx context.Context) (err error) {
			claims, err = l.claim(ctx, due, places)
			return err
		})
		l.release(places - len(claims))
		if err != nil {
			return err
		}
		if len(claims) == 0 {
			return nil
		}
		for _, c := range claims {
			l.sending.Go(func() {
				defer l.release(1)
				l.attempt(ctx, c)
			})
		}
	}
}

func (l *lane) attempt(ctx context.Context, c claim) {
	switch l.queue.attempt(ctx, c).result {
	case resultSent:
		l.sent.Add(1)
	case resultRetry:
		// The lane waits for the end of the lease; now the message is due sooner.
		l.poke()
	}
}

// claim is not interrupted when the context ends: a claim that commits unheard would keep its messages
// from everybody until the lease runs out.
func (l *lane) claim(ctx context.Context, due time.Time, limit int) (claims []claim, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = l.queue.db.InTx(ctx, func(tx *database.Tx) error {
		var err error
		claims, err = claimDue(ctx, tx, l.channel, due, l.queue.now(), limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim messages: %w", err)
	}
	return claims, nil
}

// untilDue is how long to wait for the next message that is known of.
func (l *lane) untilDue(ctx context.Context) (time.Duration, error) {
	due, err := nextDue(ctx, l.queue.db, l.channel)
	if err != nil {
		return 0, fmt.Errorf("look for the next message: %w", err)
	}
	if due.IsZero() {
		return longestWait, nil
	}
	return min(max(due.Sub(l.queue.now()), shortestWait), longestWait), nil
}

// acquire waits for a free place and takes all that are free. It takes none once the context has ended.
func (l *lane) acquire(ctx context.Context) (places int) {
	if ctx.Err() != nil {
		return 0
	}
	select {
	case <-ctx.Done():
		return 0
	case <-l.free:
	}
	for places = 1; ; places++ {
		select {
		case <-l.free:
		default:
			return places
		}
	}
}

func (l *lane) release(places int) {
	for range places {
		l.free <- struct{}{}
	}
}
