package copying

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// leftAtOnce is how many left signals are read at once.
const leftAtOnce = 100

// copyLeft copies signals to those subscriptions for which they were left before, oldest signal first, and reports whether
// some are still locked. Each subscription gets its signals of a symbol in order.
func (c *copier) copyLeft(ctx context.Context) (isLocked bool, err error) {
	s := c.service
	var behind uuid.UUID
	for {
		signals, err := signalsLeft(ctx, s.db, behind, leftAtOnce)
		if err != nil {
			return isLocked, err
		}
		for _, signal := range signals {
			behind = signal.ID
			some, err := c.copyLeftOf(ctx, signal)
			if err != nil {
				return isLocked, err
			}
			isLocked = isLocked || some
		}
		if len(signals) < leftAtOnce {
			return isLocked, nil
		}
	}
}

// copyLeftOf copies one signal to the subscriptions for which it was left. An exit without a price waits.
func (c *copier) copyLeftOf(ctx context.Context, signal *trading.Signal) (isLocked bool, err error) {
	s := c.service
	if s.newCopying(signal, s.now()).mustWait() {
		return false, nil
	}
	var reached uuid.UUID
	for {
		candidates, err := subscriptionsLeft(ctx, s.db, signal, reached, copiesAtOnce)
		if err != nil || len(candidates) == 0 {
			return isLocked, err
		}
		reached = candidates[len(candidates)-1].ID
		some, err := s.copyFree(ctx, signal, candidates, claimLeft)
		if errors.Is(err, errNoPrice) {
			return isLocked, nil
		}
		if err != nil {
			return isLocked, err
		}
		isLocked = isLocked || some
	}
}

// leave records that a signal is to be copied to subscriptions later.
func (s *Service) leave(ctx context.Context, signal *trading.Signal, subscriptions []*Subscription) error {
	if len(subscriptions) == 0 {
		return nil
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		return insertPendingCopies(ctx, tx, signal, subscriptions, s.now())
	})
}

// leaveBuying leaves an exit for later for those subscriptions whose exchange is still buying what the bot has since sold,
// requests the cancellation of those orders, and returns the other subscriptions. What is bought nevertheless is then
// closed by the exit.
func (s *Service) leaveBuying(
	ctx context.Context, tx *database.Tx, c *copying, subscriptions []*Subscription, accounts map[uuid.UUID]*trading.Account,
) ([]*Subscription, error) {
	var connected []uuid.UUID
	for _, account := range accounts {
		if account.Kind == trading.ConnectedAccount {
			connected = append(connected, account.ID)
		}
	}
	if c.signal.Type.IsEntry() || len(connected) == 0 {
		return subscriptions, nil
	}
	buying, err := s.trading.TakeBackEntriesOf(ctx, tx, connected, c.signal)
	if err != nil {
		return nil, err
	}
	isBuying := func(subscription *Subscription) bool { return buying[subscription.AccountID] }
	left := slices.DeleteFunc(slices.Clone(subscriptions), func(subscription *Subscription) bool { return !isBuying(subscription) })
	if len(left) == 0 {
		return subscriptions, nil
	}
	return slices.DeleteFunc(subscriptions, isBuying), insertPendingCopies(ctx, tx, c.signal, left, c.now)
}

// skip records that a signal could not be copied to a subscription because of an internal error. When that would have to
// wait for a lock, it fails with an error that database.IsLocked recognizes.
func (s *Service) skip(ctx context.Context, signal *trading.Signal, subscription *Subscription) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, trading.BriefWait); err != nil {
			return err
		}
		if _, err := claimPendingCopies(ctx, tx, signal, []*Subscription{subscription}); err != nil {
			return err
		}
		return skipExecution(ctx, tx, signal, subscription, s.now())
	})
}
