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
	// atOnce is how many messages of one channel are sent concurrently.
	atOnce = 4
	// longestWait is how long a lane relies on being woken for new messages.
	longestWait = time.Minute
	// shortestWait keeps a lane from spinning while another process holds the due messages.
	shortestWait = 100 * time.Millisecond
)

// lane sends the messages of one channel. It claims only as many as it can start sending at once: whatever is claimed
// is being sent, whatever is waiting can be claimed by another replica.
type lane struct {
	queue   *Queue
	channel Channel
	places  *worker.Places // for messages being sent
	wake    worker.Wake
	sending sync.WaitGroup
	sent    atomic.Int64
}

func (q *Queue) lanes() []*lane {
	lanes := make([]*lane, 0, len(channels))
	for _, channel := range channels {
		lanes = append(lanes, &lane{queue: q, channel: channel, places: worker.NewPlaces(atOnce), wake: worker.NewWake()})
	}
	return lanes
}

// run sends what is due until the context ends, then waits for the messages being sent.
func (l *lane) run(ctx context.Context) error {
	defer l.sending.Wait()
	return worker.Loop(ctx, l.wake, l.step)
}

// step starts sending as many due messages as there are free places, and returns when the next one is due.
func (l *lane) step(ctx context.Context) (wait time.Duration, err error) {
	if wait, err = l.untilDue(ctx); err != nil || wait > 0 { // nothing is due most of the time
		return wait, err
	}
	begun, err := l.begin(ctx, l.queue.now())
	if err != nil || begun > 0 {
		return 0, err
	}
	return shortestWait, nil
}

// drain starts sending everything that is due at the given time, as places become free. It returns when nothing is
// left or the context has ended; the last messages may still be in progress then.
func (l *lane) drain(ctx context.Context, due time.Time) error {
	for {
		if begun, err := l.begin(ctx, due); err != nil || begun == 0 {
			return err
		}
	}
}

// begin waits for free places, claims as many due messages as there are places, and starts sending them.
func (l *lane) begin(ctx context.Context, due time.Time) (begun int, err error) {
	places := l.places.Acquire(ctx)
	if places == 0 {
		return 0, nil
	}
	claims, err := l.claim(ctx, due, places)
	l.places.Release(places - len(claims))
	for _, c := range claims {
		l.sending.Go(func() {
			defer l.places.Release(1)
			l.attempt(ctx, c)
		})
	}
	return len(claims), err
}

func (l *lane) attempt(ctx context.Context, c claim) {
	switch l.queue.attempt(ctx, c).result {
	case resultSent:
		l.sent.Add(1)
	case resultRetry:
		// The lane is waiting for the lease to end; now the message is due sooner.
		l.wake.Notify()
	}
}

// claim ignores the end of the context: a claim that commits after its caller has given up would block its messages
// until the lease expires.
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

// untilDue is how long to wait for the next known message; 0 when one is due.
func (l *lane) untilDue(ctx context.Context) (time.Duration, error) {
	due, err := nextDue(ctx, l.queue.db, l.channel)
	if err != nil {
		return 0, fmt.Errorf("look for the next message: %w", err)
	}
	if due.IsZero() {
		return longestWait, nil
	}
	return min(max(due.Sub(l.queue.now()), 0), longestWait), nil
}
