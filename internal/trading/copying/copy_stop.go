package copying

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

const (
	// copyStopPause is how long a subscription is left alone after a copy-stop, in which what became of it is read.
	copyStopPause = time.Second
	// stoppingLimit bounds the transaction that stops a subscription, which goes on when the process is told to stop.
	stoppingLimit = 30 * time.Second
)

// CopyStops ends subscriptions that have lost what they may lose. It goes along with whoever watches prices, on that
// one's goroutine: a tick costs a multiplication for each position of its symbol that a copy-stop counts, and no
// query. What is to be stopped is decided again under the lock of its account.
type CopyStops struct {
	service *Service
	copies  *watchedCopies
}

// CopyStops makes a watch over the subscriptions that have a copy-stop.
func (s *Service) CopyStops() *CopyStops { return &CopyStops{service: s, copies: newWatchedCopies()} }

// Watch takes over what was read of a position. The mark is the price it stands at; 0 when there is none.
func (c *CopyStops) Watch(position trading.Watched, mark money.Decimal) { c.copies.put(position, mark) }

// Forget is called when a position was closed.
func (c *CopyStops) Forget(position uuid.UUID) { c.copies.remove(position) }

// Mark values the positions of a symbol at a new price.
func (c *CopyStops) Mark(symbol string, price money.Decimal) { c.copies.mark(symbol, price) }

// Renew takes over all open positions that read tells. It fails as read does, and leaves everything as it was then.
func (c *CopyStops) Renew(read func(watch func(position trading.Watched, mark money.Decimal)) error) error {
	fresh := newWatchedCopies()
	if err := read(fresh.put); err != nil {
		return err
	}
	c.copies = fresh
	return nil
}

// NextTry is when a subscription is to be judged again that is locked or has failed.
func (c *CopyStops) NextTry() (next time.Time) {
	for _, subscription := range c.copies.touched {
		if due := subscription.Until; !due.IsZero() && (next.IsZero() || due.Before(next)) {
			next = due
		}
	}
	return next
}

// Act ends the subscriptions that have lost what they may lose, each in a transaction of its own.
func (c *CopyStops) Act(ctx context.Context, watch trading.Watch) {
	judged := c.copies.touched
	c.copies.touched = nil
	now := c.service.now()
	var reached []*watchedSubscription
	for _, subscription := range judged {
		subscription.touched = false
		if ctx.Err() != nil || subscription.Until.After(now) {
			c.copies.touch(subscription)
			continue
		}
		lost, err := subscription.hasLostAll()
		if err == nil && !lost {
			subscription.Patience = trading.Patience{}
			c.copies.forgetEmpty(subscription)
			continue
		}
		reached = append(reached, subscription)
	}
	results := trading.EachApart(ctx, c.service.db, len(reached), func(i int) error {
		working, cancel := worker.Finish(ctx, stoppingLimit)
		defer cancel()
		return c.service.StopSubscription(working, reached[i].id)
	})
	for i, subscription := range reached {
		c.stopped(watch, subscription, results[i])
	}
}

// stopped deals with what became of a copy-stop. After one that succeeded, what the subscription has open is read
// again: whoever ended it, by this call or before, it is no longer watched; and if it had recovered it still is.
func (c *CopyStops) stopped(watch trading.Watch, subscription *watchedSubscription, err error) {
	now := c.service.now()
	switch {
	case err == nil:
		subscription.Patience = trading.Patience{Until: now.Add(copyStopPause)}
		for _, id := range c.copies.positionsOf(subscription) {
			watch.ReadAgain(id)
		}
		c.copies.forgetEmpty(subscription)
		return
	case err == trading.ErrNotBegun:
		watch.Wake()
	case database.IsLocked(err):
		if subscription.Wait(now) {
			c.service.logger.Warn("risk monitor: an account stays locked, its subscription is not stopped yet", "subscriptionId", subscription.id)
		}
	default:
		subscription.Postpone(now)
		watch.Complain("stop a subscription", err, "subscriptionId", subscription.id, "retryAt", subscription.Until)
	}
	c.copies.touch(subscription)
}
