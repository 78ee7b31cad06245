package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Settled is what a book has just written: the positions opened, those closed wholly or in part, the closings, and the
// existing orders that changed, each in its current state.
type Settled struct {
	Opened  []*Position
	Changed []*Position
	Trades  []Trade
	Ordered []*Order
}

// Following is how an account follows a bot; the zero value means that it does not.
type Following struct {
	SubscriptionID uuid.UUID
	Capital        money.Decimal // the basis of sizes; 0 means the account's equity
}

// Outside is what a connected account has at its exchange, as last read there.
type Outside struct {
	Worth money.Decimal // of everything, at the current marks
	Cash  money.Decimal // the part that orders can be paid with
}

// joined holds the hooks of the packages above the book. It is complete before any worker or request runs.
type joined struct {
	settled    []func(ctx context.Context, tx *database.Tx, settled Settled) error
	daysStored []func(ctx context.Context, last time.Time) (isLeft bool, err error)
	following  func(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (Following, error)
	whenClosed func(ctx context.Context, tx *database.Tx, account uuid.UUID) error
	venue      Venue
	outside    func(ctx context.Context, from database.Querier, account *Account) (Outside, error)

	accountNames func(ctx context.Context, user uuid.UUID) (map[uuid.UUID]string, error)
	authorNames  func(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)
	holdPerson   func(ctx context.Context, tx *database.Tx, user uuid.UUID) (identity.Caller, error)
}

// OnSettled makes the service call listeners for each book written, in its transaction, after the ledger is posted and
// before events are published, in the order in which they were added. The accounts are locked. A listener's error rolls the
// book back.
func (s *Service) OnSettled(listeners ...func(ctx context.Context, tx *database.Tx, settled Settled) error) {
	s.joined.settled = append(s.joined.settled, listeners...)
}

// OnDaysStored makes the equity recorder call listeners in each of its rounds, once the days up to the last one are stored
// for all accounts that are not locked. A listener that has postponed something because it is locked is called again soon.
// A listener's error is the recorder's error.
func (s *Service) OnDaysStored(listeners ...func(ctx context.Context, last time.Time) (isLeft bool, err error)) {
	s.joined.daysStored = append(s.joined.daysStored, listeners...)
}

// FollowingFrom makes executing a signal ask how an account, which is locked, follows the signal's bot. Without it no
// account follows any bot.
func (s *Service) FollowingFrom(find func(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (Following, error)) {
	s.joined.following = find
}

// WhenClosed makes the service call a listener when an account that was being closed has sold its last position, in the
// transaction that closes it.
func (s *Service) WhenClosed(listener func(ctx context.Context, tx *database.Tx, account uuid.UUID) error) {
	s.joined.whenClosed = listener
}

// OutsideFrom sets where sizes and allocations of connected accounts get what such an account has at its exchange. Without
// it that is nothing.
func (s *Service) OutsideFrom(find func(ctx context.Context, from database.Querier, account *Account) (Outside, error)) {
	s.joined.outside = find
}

// AccountNamesFrom sets where the list of accounts gets the names of a user's accounts. Without it they are named after
// their kind.
func (s *Service) AccountNamesFrom(find func(ctx context.Context, user uuid.UUID) (map[uuid.UUID]string, error)) {
	s.joined.accountNames = find
}

// AuthorNamesFrom sets where publishing a signal gets its author's name. Without it every author is called an analyst.
func (s *Service) AuthorNamesFrom(find func(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)) {
	s.joined.authorNames = find
}

// HoldPeopleWith sets how to lock a user and read what they may do now. Publishing a signal locks its author, because
// nothing may be published after EndSignalsOf; opening a user's first account locks them, because SetOwnerLocked only
// updates existing accounts. Without it users keep the rights that they had when their request arrived.
func (s *Service) HoldPeopleWith(hold func(ctx context.Context, tx *database.Tx, user uuid.UUID) (identity.Caller, error)) {
	s.joined.holdPerson = hold
}

func (s *Service) tellSettled(ctx context.Context, tx *database.Tx, b *Book) error {
	settled := Settled{Opened: b.opened, Changed: b.changed, Trades: b.trades, Ordered: b.ordered}
	for _, listener := range s.joined.settled {
		if err := listener(ctx, tx, settled); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) tellDaysStored(ctx context.Context, last time.Time) (isLeft bool, err error) {
	for _, listener := range s.joined.daysStored {
		some, err := listener(ctx, last)
		if isLeft = isLeft || some; err != nil {
			return isLeft, err
		}
	}
	return isLeft, nil
}

// followingOf is how an account follows the bot of a signal; an analyst's signal has no bot.
func (s *Service) followingOf(ctx context.Context, tx *database.Tx, account *Account, bot uuid.UUID) (Following, error) {
	if bot == uuid.Nil || s.joined.following == nil {
		return Following{}, nil
	}
	return s.joined.following(ctx, tx, account.ID, bot)
}
