package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// LeaveOptions are the choices of a user who stops following a bot. A nil account is the paper account or, if that does not
// follow the bot, another one that does.
type LeaveOptions struct {
	AccountID      uuid.UUID
	ClosePositions bool
}

// Unsubscribe ends a subscription of the caller to a bot. Its positions stay open, for the caller to close, or are closed
// too: what cannot be sold now is sold when its market opens. It fails with NOT_FOUND when the caller, or the account, does
// not follow the bot.
func (s *Service) Unsubscribe(ctx context.Context, caller identity.Caller, botID uuid.UUID, options LeaveOptions) (subscription *Subscription, err error) {
	defer money.Catch(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		id, accountID, err := activeSubscription(ctx, tx, caller.UserID, botID, options.AccountID)
		if err != nil {
			return err
		}
		// Copying a signal or closing at a level requires the account's lock: so once this commits nothing more is copied,
		// and the positions read as open are still open.
		account, err := trading.LockAccount(ctx, tx, accountID)
		if err != nil {
			return err
		}
		positions, err := openPositionsOfSubscription(ctx, tx, id)
		if err != nil {
			return err
		}
		var exit trading.ExitReason // none: positions stay open
		if options.ClosePositions {
			exit = trading.ExitManual
		}
		if err := s.trading.TakeBackEntries(ctx, tx, account, id, exit); err != nil {
			return err
		}
		if options.ClosePositions {
			if _, err := s.trading.Sell(ctx, tx, account, positions, trading.ExitManual); err != nil {
				return err
			}
		}
		subscription, err = finishSubscription(ctx, tx, id, SubscriptionEnded, s.now())
		if fault.Is(err, fault.NotFound) {
			return errNotFollowing
		}
		if err != nil {
			return err
		}
		if err := s.tell(ctx, tx, subscription, positions, botUnsubscribed); err != nil {
			return err
		}
		return addFollowers(ctx, tx, botID, -1)
	})
	if err != nil {
		return nil, err
	}
	return subscription, nil
}

// LeaveBots ends the subscriptions of a locked account that has been closed, as its owner would. There are few. It fails
// when the database does.
func (s *Service) LeaveBots(ctx context.Context, tx *database.Tx, account uuid.UUID) (err error) {
	defer money.Catch(&err)
	active, err := activeSubscriptionsOf(ctx, tx, account)
	if err != nil {
		return err
	}
	for _, subscription := range active {
		positions, err := openPositionsOfSubscription(ctx, tx, subscription.ID) // those waiting for their market
		if err != nil {
			return err
		}
		ended, err := finishSubscription(ctx, tx, subscription.ID, SubscriptionEnded, s.now())
		if err != nil {
			return err
		}
		if err := s.tell(ctx, tx, ended, positions, botUnsubscribed); err != nil {
			return err
		}
		if err := addFollowers(ctx, tx, subscription.BotID, -1); err != nil {
			return err
		}
	}
	return nil
}

// tell fills in the figures of a subscription whose account is locked, and publishes it.
func (s *Service) tell(ctx context.Context, tx *database.Tx, subscription *Subscription, positions []*trading.Position, eventType string) error {
	if err := s.fill(ctx, tx, subscription, positions); err != nil {
		return err
	}
	return s.events.Publish(ctx, tx, subscription.event(eventType))
}

// fill completes a subscription whose account is locked. The positions are those that it had open; some may have been
// closed since they were read.
func (s *Service) fill(ctx context.Context, tx *database.Tx, subscription *Subscription, positions []*trading.Position) error {
	for _, position := range positions {
		if position.Status == trading.Open {
			subscription.hold(position, s.trading.Mark(position))
		}
	}
	return countSignals(ctx, tx, subscription)
}
