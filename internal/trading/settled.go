package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Settled is what a book has just written: what was opened, what was closed wholly or in part, the closings, and the
// orders that were there before and changed, each as it is now.
type Settled struct {
	Opened  []*Position
	Changed []*Position
	Trades  []Trade
	Ordered []*Order
}

// Following is how an account follows a bot; the zero value is not at all.
type Following struct {
	SubscriptionID uuid.UUID
	Capital        money.Decimal // what sizes stand on; 0 is what the account is worth
}

// Outside is what a connected account has at its exchange, as it was last read there.
type Outside struct {
	Worth money.Decimal // of everything, at the marks of now
	Cash  money.Decimal // of that, what orders can be paid with
}

// joined is what the rooms above the book have added to it. It is complete before any worker or request runs.
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

// OnSettled makes the service tell listeners what a book has written, in its transaction, behind the ledger and before
// events are published, one after the other in the order in which they were added. The accounts are held. What a
// listener fails with undoes the book.
func (s *Service) OnSettled(listeners ...func(ctx context.Context, tx *database.Tx, settled Settled) error) {
	s.joined.settled = append(s.joined.settled, listeners...)
}

// OnDaysStored makes the equity recorder call listeners at each of its rounds, when the days up to a last one are
// stored for all accounts that are free. One that has left something for later because it is locked is called again
// soon. What a listener fails with is the recorder's failure.
func (s *Service) OnDaysStored(listeners ...func(ctx context.Context, last time.Time) (isLeft bool, err error)) {
	s.joined.daysStored = append(s.joined.daysStored, listeners...)
}

// FollowingFrom makes executing a signal ask how an account, which is held, follows the signal's bot. Without it
// nobody follows any.
func (s *Service) FollowingFrom(find func(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (Following, error)) {
	s.joined.following = find
}

// WhenClosed makes the service call a listener, in the transaction that does it, when an account that was being
// closed has sold its last position.
func (s *Service) WhenClosed(listener func(ctx context.Context, tx *database.Tx, account uuid.UUID) error) {
	s.joined.whenClosed = listener
}

// OutsideFrom makes sizes and allocations of connected accounts ask what such an account has at its exchange. Without it
// that is nothing.
func (s *Service) OutsideFrom(find func(ctx context.Context, from database.Querier, account *Account) (Outside, error)) {
	s.joined.outside = find
}

// AccountNamesFrom makes the list of accounts ask what those of a user are called. Without it they are called after
// their kind.
func (s *Service) AccountNamesFrom(find func(ctx context.Context, user uuid.UUID) (map[uuid.UUID]string, error)) {
	s.joined.accountNames = find
}

// AuthorNamesFrom makes publishing a signal ask what its author is called. Without it an author is an analyst.
func (s *Service) AuthorNamesFrom(find func(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)) {
	s.joined.authorNames = find
}

// HoldPeopleWith makes publishing a signal hold its author and ask what they may do now, since nothing is to be published behind
// EndSignalsOf, and opening somebody's first account hold them, since SetOwnerLocked tells the accounts that are there. Without it
// whoever asks may do what they could when they came.
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

// followingOf is how an account follows the bot of a signal; an analyst's signal has none.
func (s *Service) followingOf(ctx context.Context, tx *database.Tx, account *Account, bot uuid.UUID) (Following, error) {
	if bot == uuid.Nil || s.joined.following == nil {
		return Following{}, nil
	}
	return s.joined.following(ctx, tx, account.ID, bot)
}
