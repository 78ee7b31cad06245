package live

import (
	"context"
	"fmt"
	"sync"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// ordersAtOnce is how many orders are processed at exchanges at the same time.
	ordersAtOnce = 8
	// longestWait is how long the carrier relies on notifications of new orders.
	longestWait = time.Minute
	// shortestWait keeps it from spinning while another process is about to claim what is due.
	shortestWait = 100 * time.Millisecond
)

// carrier is the worker that sends orders to exchanges. It claims only as many as it can start on: another replica can
// claim the rest.
type carrier struct {
	service  *Service
	places   *worker.Places
	wake     worker.Wake
	carrying sync.WaitGroup
}

func newCarrier(s *Service) *carrier {
	return &carrier{service: s, places: worker.NewPlaces(ordersAtOnce), wake: worker.NewWake()}
}

// Name is the worker's name.
func (c *carrier) Name() string { return "live-orders" }

// Run processes what is due until the context ends, and returns when everything it began is recorded. It fails when the
// database does.
func (c *carrier) Run(ctx context.Context) error {
	// Subscribe before the first look at the table: a commit in between wakes the carrier.
	defer c.service.db.Subscribe(liveTopic, func(string) { c.wake.Notify() })()
	defer c.carrying.Wait()
	return worker.Loop(ctx, c.wake, c.step)
}

// step starts on as many due orders as there are free places, and returns when the next one is due.
func (c *carrier) step(ctx context.Context) (wait time.Duration, err error) {
	if wait, err = c.untilDue(ctx); err != nil || wait > 0 { // most of the time nothing is due
		return wait, err
	}
	begun, err := c.begin(ctx, c.service.now())
	if err != nil || begun > 0 {
		return 0, err
	}
	return shortestWait, nil
}

// CarryDue makes one attempt at every order that is due at this moment, waits for the results and returns how many there
// were. It fails when the database does; an exchange that refuses or does not answer is not a failure.
func (s *Service) CarryDue(ctx context.Context) (carried int, err error) {
	c := newCarrier(s)
	defer c.carrying.Wait()
	for due := s.now(); ; {
		some, err := c.begin(ctx, due)
		if carried += some; err != nil || some == 0 {
			return carried, err
		}
	}
}

// begin waits for free places, claims that many of the due orders, and starts on them.
func (c *carrier) begin(ctx context.Context, due time.Time) (begun int, err error) {
	places := c.places.Acquire(ctx)
	if places == 0 {
		return 0, nil
	}
	claims, err := c.claim(ctx, due, places)
	c.places.Release(places - len(claims))
	for _, claimed := range claims {
		c.carrying.Go(func() {
			defer c.places.Release(1)
			c.service.carry(ctx, claimed)
			c.wake.Notify() // it may be due again before its lease ends, for which the carrier waits
		})
	}
	return len(claims), err
}

// claim is not interrupted when the context ends: if a claim committed without its result being read, its orders would stay
// blocked until the lease expires.
func (c *carrier) claim(ctx context.Context, due time.Time, limit int) (claims []*liveOrder, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = c.service.db.InTx(ctx, func(tx *database.Tx) (err error) {
		claims, err = claimDue(ctx, tx, due, c.service.now(), limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim live orders: %w", err)
	}
	return claims, nil
}

// untilDue is how long to wait for the next known order: zero when one is due.
func (c *carrier) untilDue(ctx context.Context) (time.Duration, error) {
	due, err := nextDue(ctx, c.service.db)
	if err != nil {
		return 0, fmt.Errorf("look for the next live order: %w", err)
	}
	wait := due.Sub(c.service.now())
	switch {
	case due.IsZero():
		return longestWait, nil
	case wait > farthest:
		return 0, nil
	}
	return min(max(wait, 0), longestWait), nil
}
