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
	// copyStopPause is how long a subscription is left alone after a copy-stop, while its new state is read.
	copyStopPause = time.Second
	// stoppingLimit limits the duration of the transaction that stops a subscription, which continues when the process is
	// told to stop.
	stoppingLimit = 30 * time.Second
)

// CopyStops ends subscriptions that have reached their loss limit. It runs along with the price watcher, on its goroutine:
// a tick costs a multiplication for each position of its symbol under a copy-stop, and no query. Each stop is decided again
// under the lock of the account.
type CopyStops struct {
	service *Service
	copies  *watchedCopies
}

// CopyStops makes a watch over the subscriptions that have a copy-stop.
func (s *Service) CopyStops() *CopyStops { return &CopyStops{service: s, copies: newWatchedCopies()} }

// Watch receives a position as read. The mark is its current price; 0 when there is none.
func (c *CopyStops) Watch(position trading.Watched, mark money.Decimal) { c.copies.put(position, mark) }

// Forget is called when a position was closed.
func (c *CopyStops) Forget(position uuid.UUID) { c.copies.remove(position) }

// Mark values the positions of a symbol at a new price.
func (c *CopyStops) Mark(symbol string, price money.Decimal) { c.copies.mark(symbol, price) }

// Renew replaces everything by what read reports, which is all open positions. It fails as read does, and then changes
// nothing.
func (c *CopyStops) Renew(read func(watch func(position trading.Watched, mark money.Decimal)) error) error {
	fresh := newWatchedCopies()
	if err := read(fresh.put); err != nil {
		return err
	}
	c.copies = fresh
	return nil
}

// NextTry is when to check a subscription again that is locked or has failed.
func (c *CopyStops) NextTry() (next time.Time) {
	for _, subscription := range c.copies.touched {
		if due := subscription.Until; !due.IsZero() && (next.IsZero() || due.Before(next)) {
			next = due
		}
	}
	return next
}

// Act ends the subscriptions that have reached their loss limit, each in a transaction of its own.
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

// stopped handles the result of a copy-stop. If it succeeded, the subscription's positions are read again: if it has ended,
// by this call or earlier, it is no longer watched, and if it had recovered it still is.
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
