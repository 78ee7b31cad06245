package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// OrderFilter narrows a list of orders; zero values match all.
type OrderFilter struct {
	Symbol    string
	Status    OrderStatus
	AccountID uuid.UUID
}

// Orders lists the caller's orders, newest first.
func (s *Service) Orders(ctx context.Context, caller identity.Caller, filter OrderFilter, cursor database.Cursor) ([]*Order, error) {
	return listOrders(ctx, s.db, caller.UserID, filter, cursor)
}

// Order reads one order of the caller. Another user's is NOT_FOUND.
func (s *Service) Order(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Order, error) {
	return readOrder(ctx, s.db, caller.UserID, id)
}

// PlaceOrder places an order of the caller. What the market takes at once is filled at once: a market order always, a limit
// order if its limit is already reached. Any other order works, and reserves its cost.
//
// It fails with NOT_FOUND (symbol or account), VALIDATION_ERROR (with the field), QUANTITY_TOO_SMALL, ACCOUNT_NOT_ACTIVE,
// INSUFFICIENT_FUNDS, CONFLICT (the maximum number of orders is working, or of positions is open) and PRICE_MOVED (a stop,
// or the stop or target of the position, is already reached); a market order also with MARKET_CLOSED and MARKET_DATA_STALE.
func (s *Service) PlaceOrder(ctx context.Context, caller identity.Caller, wanted NewOrder) (order *Order, err error) {
	defer catchCost(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		account, err := s.LockTradersAccount(ctx, tx, Trader{UserID: caller.UserID, TenantID: caller.TenantID}, wanted.AccountID)
		if err != nil {
			return err
		}
		p := placement{service: s, tx: tx, book: s.NewBook(s.now()), account: account, wanted: wanted}
		if err := p.place(ctx); err != nil {
			return err
		}
		order = p.order
		return s.Write(ctx, tx, p.book)
	})
	return order, err
}

// CancelOrder cancels a working order of the caller and frees the money reserved for it. An order at an exchange keeps
// working until the exchange has cancelled it. Another user's is NOT_FOUND, one that no longer works INVALID_TRANSITION.
func (s *Service) CancelOrder(ctx context.Context, caller identity.Caller, id uuid.UUID) (order *Order, err error) {
	defer money.Catch(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		var account *Account
		if account, order, err = lockOwnOrder(ctx, tx, caller.UserID, id); err != nil {
			return err
		}
		if !order.IsWorking() {
			return fault.New(fault.InvalidTransition, "the order is %s", order.Status)
		}
		return s.cancelOrders(ctx, tx, account, []*Order{order}, "cancelled by its owner")
	})
	return order, err
}

// cancelOrders cancels working orders of a locked account.
func (s *Service) cancelOrders(ctx context.Context, tx *database.Tx, account *Account, orders []*Order, reason string) error {
	b := s.NewBook(s.now())
	for _, order := range orders {
		if account.Kind != ConnectedAccount {
			b.EndOrder(account, order, OrderCancelled, reason)
			continue
		}
		if s.joined.venue == nil {
			return errNoVenue
		}
		if err := s.joined.venue.Cancel(ctx, tx, order); err != nil {
			return err
		}
	}
	return s.Write(ctx, tx, b)
}

// cancelWorking cancels all working orders of a locked account.
func (s *Service) cancelWorking(ctx context.Context, tx *database.Tx, account *Account, reason string) error {
	orders, err := workingOrdersOf(ctx, tx, account.ID)
	if err != nil || len(orders) == 0 {
		return err
	}
	return s.cancelOrders(ctx, tx, account, orders, reason)
}

// tellWorking makes the watchers of orders read the working orders of some accounts again: whether they may be filled has
// changed.
func tellWorking(ctx context.Context, tx *database.Tx, accounts ...uuid.UUID) error {
	orders, err := workingOrdersOf(ctx, tx, accounts...)
	notifyOrders(tx, orders)
	return err
}
