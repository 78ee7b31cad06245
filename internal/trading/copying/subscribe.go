package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// Subscribe makes an account of the caller follow a bot, whatever the bot's state. It fails with NOT_FOUND (bot, account),
// ACCOUNT_NOT_ACTIVE, ALREADY_SUBSCRIBED, VALIDATION_ERROR on mode, allocatedCapital or copyStopPercent, and
// INSUFFICIENT_FUNDS on allocatedCapital: an account can allocate at most its equity.
func (s *Service) Subscribe(ctx context.Context, caller identity.Caller, botID uuid.UUID, options SubscribeOptions) (subscription *Subscription, err error) {
	defer money.Catch(&err)
	trader := trading.Trader{UserID: caller.UserID, TenantID: caller.TenantID}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		name, err := subscribableBot(ctx, tx, caller.TenantID, botID)
		if err != nil {
			return err
		}
		account, err := s.trading.LockTradersAccount(ctx, tx, trader, options.AccountID)
		if err != nil {
			return err
		}
		if err := account.MayEnter(); err != nil {
			return err
		}
		allocated, err := allocatedOn(ctx, tx, account.ID, botID)
		if err != nil {
			return err
		}
		equity, err := s.trading.Equity(ctx, tx, account)
		if err != nil {
			return err
		}
		mode, capital, stop, err := options.settle(equity, allocated)
		if err != nil {
			return err
		}
		now := s.now()
		subscription = &Subscription{
			ID: database.NewIDAt(now), TenantID: account.TenantID, UserID: account.UserID, BotID: botID, BotName: name, AccountID: account.ID,
			Mode: mode, Status: SubscriptionActive, AllocatedCapital: capital, CopyStopPercent: stop, CreatedAt: now,
		}
		if err := insertSubscription(ctx, tx, subscription); err != nil {
			return err
		}
		if err := s.events.Publish(ctx, tx, subscription.event(botSubscribed)); err != nil {
			return err
		}
		return addFollowers(ctx, tx, botID, 1)
	})
	if err != nil {
		return nil, err
	}
	return subscription, nil
}

// mostEnded is how many ended subscriptions are listed: a user who follows and leaves bots all day has any number.
const mostEnded = 100

// Subscriptions lists the caller's subscriptions, including the last of those that have ended, newest first. An investment
// account that follows its agent is not among them: it does so by itself.
func (s *Service) Subscriptions(ctx context.Context, caller identity.Caller) (subscriptions []*Subscription, err error) {
	defer money.Catch(&err)
	subscriptions, err = subscriptionsOf(ctx, s.db, caller.UserID, mostEnded)
	if err != nil || len(subscriptions) == 0 {
		return subscriptions, err
	}
	positions, err := copiedPositionsOf(ctx, s.db, caller.UserID)
	if err != nil {
		return nil, err
	}
	if err := countSignals(ctx, s.db, subscriptions...); err != nil {
		return nil, err
	}
	byID := make(map[uuid.UUID]*Subscription, len(subscriptions))
	for _, subscription := range subscriptions {
		byID[subscription.ID] = subscription
	}
	for _, position := range positions {
		if subscription, listed := byID[position.SubscriptionID]; listed { // it may have begun between the two queries
			subscription.hold(position, s.trading.Mark(position))
		}
	}
	return subscriptions, nil
}

// StopSubscription closes the open positions of a subscription and ends it, if it has reached its loss limit. It decides
// under the account's lock, so it may be called at any time and concurrently: it does nothing when the subscription has
// ended or has recovered. What cannot be sold now is sold when its market opens. It fails with NOT_FOUND and, while the
// account is locked elsewhere, with an error that database.IsLocked recognizes.
func (s *Service) StopSubscription(ctx context.Context, id uuid.UUID) (err error) {
	defer money.Catch(&err)
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		subscription, err := readSubscription(ctx, tx, id)
		if err != nil {
			return err
		}
		account, err := trading.LockFreeAccount(ctx, tx, subscription.AccountID)
		if err != nil {
			return err
		}
		if subscription, err = readSubscription(ctx, tx, id); err != nil {
			return err
		}
		positions, err := openPositionsOfSubscription(ctx, tx, id)
		if err != nil {
			return err
		}
		if subscription.Status != SubscriptionActive || !subscription.isBeyondStop(s.trading.Unrealized(positions)) {
			return nil
		}
		_, err = s.stop(ctx, tx, account, subscription, positions)
		return err
	})
}

// stop closes the open positions of a subscription, whose account is locked, and ends it as having reached its loss limit.
func (s *Service) stop(
	ctx context.Context, tx *database.Tx, account *trading.Account, subscription *Subscription, positions []*trading.Position,
) (*Subscription, error) {
	if err := s.trading.TakeBackEntries(ctx, tx, account, subscription.ID, trading.ExitCopyStop); err != nil {
		return nil, err
	}
	if _, err := s.trading.Sell(ctx, tx, account, positions, trading.ExitCopyStop); err != nil {
		return nil, err
	}
	stopped, err := finishSubscription(ctx, tx, subscription.ID, SubscriptionStopped, s.now())
	if err != nil {
		return nil, err
	}
	for _, tell := range s.stopped {
		if err := tell(ctx, tx, stopped); err != nil {
			return nil, err
		}
	}
	return stopped, s.tell(ctx, tx, stopped, positions, subscriptionStopped)
}
