package copying

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// SubscriptionChange is a change to a subscription; nil keeps a value.
type SubscriptionChange struct {
	Status           *SubscriptionStatus // active or paused
	Mode             *SubscriptionMode
	AllocatedCapital *money.Decimal
	CopyStopPercent  *int
}

// apply changes a subscription that has not ended. It fails with VALIDATION_ERROR on status, mode, allocatedCapital or
// copyStopPercent.
func (c SubscriptionChange) apply(s *Subscription, now time.Time) error {
	if c.Status != nil {
		switch *c.Status {
		case SubscriptionActive:
			s.PausedAt = time.Time{}
		case SubscriptionPaused:
			if s.PausedAt.IsZero() {
				s.PausedAt = now
			}
		default:
			return fault.Invalid("status", "must be active or paused")
		}
	}
	if c.Mode != nil {
		if s.Mode = *c.Mode; s.Mode != Manual && s.Mode != Auto {
			return fault.Invalid("mode", "must be manual or auto")
		}
	}
	if c.AllocatedCapital != nil {
		if s.AllocatedCapital = *c.AllocatedCapital; !s.AllocatedCapital.IsPositive() {
			return fault.Invalid("allocatedCapital", "must be more than 0")
		}
	}
	if c.CopyStopPercent != nil {
		if s.CopyStopPercent = *c.CopyStopPercent; s.CopyStopPercent < 1 || s.CopyStopPercent > 100 {
			return fault.Invalid("copyStopPercent", "must be from 1 to 100")
		}
	}
	if s.Mode == Manual {
		s.CopyStopPercent = 0 // what was opened by hand is closed by hand
	} else {
		s.CopyStopPercent = cmp.Or(s.CopyStopPercent, defaultCopyStop)
	}
	return nil
}

// Change changes, pauses or resumes a subscription of the caller. Its open positions stay open, and the monitor watches
// them with the new copy-stop from now on; a subscription without open positions that has already lost more than the new
// copy-stop allows is stopped, as the monitor would do. A change without effect publishes nothing. It fails with NOT_FOUND,
// INVALID_TRANSITION when it has ended, VALIDATION_ERROR on status, mode, allocatedCapital or copyStopPercent, and
// INSUFFICIENT_FUNDS on an allocatedCapital that is raised beyond what is left of the account.
func (s *Service) Change(ctx context.Context, caller identity.Caller, id uuid.UUID, change SubscriptionChange) (subscription *Subscription, err error) {
	defer money.Catch(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if subscription, err = usersSubscription(ctx, tx, caller.UserID, id); err != nil {
			return err
		}
		account, err := trading.LockAccount(ctx, tx, subscription.AccountID) // also the lock of its subscriptions
		if err != nil {
			return err
		}
		if subscription, err = readSubscription(ctx, tx, id); err != nil {
			return err
		}
		if subscription.Status != SubscriptionActive {
			return fault.New(fault.InvalidTransition, "the subscription has %s; follow the bot again", endings[subscription.Status])
		}
		before := *subscription
		if err := change.apply(subscription, s.now()); err != nil {
			return err
		}
		positions, err := openPositionsOfSubscription(ctx, tx, id)
		if err != nil {
			return err
		}
		if *subscription == before {
			return s.fill(ctx, tx, subscription, positions)
		}
		if subscription.AllocatedCapital.GreaterThan(before.AllocatedCapital) {
			if err := s.checkAllocation(ctx, tx, account, subscription); err != nil {
				return err
			}
		}
		if err := subscriptionTable.Update(ctx, tx, subscription, "mode", "allocated_capital", "copy_stop_percent", "paused_at"); err != nil {
			return err
		}
		trading.NotifyPositions(tx, positions) // so that watchers read the copy-stop again
		if err := s.tell(ctx, tx, subscription, positions, subscriptionChanged); err != nil {
			return err
		}
		if len(positions) == 0 && subscription.isBeyondStop(money.Zero) {
			subscription, err = s.stop(ctx, tx, account, subscription, nil)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return subscription, nil
}

// endings describes the final states of subscriptions, which can no longer be changed.
var endings = map[SubscriptionStatus]string{SubscriptionStopped: "been stopped", SubscriptionEnded: "ended"}

// checkAllocation fails with INSUFFICIENT_FUNDS when a locked account does not have what a subscription allocates, beside
// its other allocations.
func (s *Service) checkAllocation(ctx context.Context, tx *database.Tx, account *trading.Account, subscription *Subscription) error {
	others, err := allocatedBeside(ctx, tx, subscription)
	if err != nil {
		return err
	}
	equity, err := s.trading.Equity(ctx, tx, account)
	if err != nil {
		return err
	}
	if subscription.AllocatedCapital.GreaterThan(equity.Sub(others)) {
		return errAllocated(equity, others)
	}
	return nil
}
