package trading

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Venue is an exchange that fills the orders of connected accounts. It is called in the transaction that places or cancels:
// it stores there what it has to send, and sends it later.
type Venue interface {
	// Takes fails with VALIDATION_ERROR for a symbol that the exchange does not have. It makes no request.
	Takes(symbol string) error
	// Submit takes over an order that was just written. Its error rolls the order back.
	Submit(ctx context.Context, tx *database.Tx, account *Account, order *Order) error
	// Cancel requests that an order be cancelled. The order keeps working until EndOrder ends it: the exchange may fill it
	// first.
	Cancel(ctx context.Context, tx *database.Tx, order *Order) error
}

// HandOverTo sets the exchange for the orders of connected accounts. Without one they fail with ACCOUNT_NOT_ACTIVE.
func (s *Service) HandOverTo(venue Venue) { s.joined.venue = venue }

var errNoVenue = fault.New(fault.AccountNotActive, "no exchange takes the orders of this account")

// VenueFill is a fill of an order by an exchange.
type VenueFill struct {
	ID       string // the exchange's: each fill of an order is booked once
	Quantity money.Decimal
	Price    money.Decimal
	Fee      money.Decimal // in the currency of all accounts
	At       time.Time
}

// RecordFill books a fill by an exchange of a connected account's order. The account must be locked, and the order read
// since then (LockOrder). A purchase opens the order's position, or adds to it; a sale closes the position that the order
// names, and then the oldest of its symbol. The order is filled once its full quantity is. What was bought after the
// connection had ended leaves the books like the rest did; what was bought although its cancellation had been requested
// before is sold. A fill that is already known changes nothing. It fails when the database does.
func (s *Service) RecordFill(ctx context.Context, tx *database.Tx, account *Account, order *Order, fill VenueFill) (err error) {
	defer money.Catch(&err)
	added, err := insertFill(ctx, tx, order.ID, fill)
	if err != nil || !added {
		return err
	}
	b := s.NewBook(s.now())
	if order.Side == Buy {
		err = s.bookPurchase(ctx, tx, b, venueTrade{account, order, fill})
	} else {
		err = s.bookSale(ctx, tx, b, venueTrade{account, order, fill})
	}
	if err != nil {
		return err
	}
	if err := order.fill(fill.Quantity, fill.Price, fill.Fee, b.now); err != nil {
		return err
	}
	b.changeOrder(order)
	if !order.FilledQuantity.LessThan(order.Quantity) && order.IsWorking() {
		order.Status = OrderFilled
		b.tellOrder(order, orderFilled)
		order.tellEntered(tx)
	} else {
		b.recordOrder(order)
	}
	if err := s.Write(ctx, tx, b); err != nil || order.Side != Buy {
		return err
	}
	return s.undoLate(ctx, tx, account, order)
}

// undoLate undoes a purchase that came too late: if the connection has ended it leaves the books, and if its cancellation
// had been requested it is sold. The sale is queued, since nothing may prevent a fill from being booked.
func (s *Service) undoLate(ctx context.Context, tx *database.Tx, account *Account, order *Order) error {
	if account.Status != AccountClosed && order.ExitReason == "" {
		return nil
	}
	bought, err := PositionsByID(ctx, tx, []uuid.UUID{order.PositionID})
	if err != nil {
		return err
	}
	if account.Status == AccountClosed {
		return s.letGo(ctx, tx, account, bought)
	}
	return queueClosings(ctx, tx, bought, order.ExitReason, s.now())
}

// EntriesTopic announces that an exchange has finished an order to buy for a subscription, for which an exit may be
// waiting.
const EntriesTopic = "trading.entries"

func (o *Order) tellEntered(tx *database.Tx) {
	if o.Side == Buy && o.SubscriptionID != uuid.Nil {
		tx.Notify(EntriesTopic, o.ID.String())
	}
}

// EndOrder ends a working order without filling the rest of it, and records why; the money reserved for it is freed. If it
// bought nothing, its signal counts as skipped, and the position that it was to close is monitored again. Its account must
// be locked. An order that has already ended stays as it is. It fails when the database does.
func (s *Service) EndOrder(ctx context.Context, tx *database.Tx, order *Order, status OrderStatus, reason string) error {
	if !order.IsWorking() {
		return nil
	}
	b := s.NewBook(s.now())
	b.EndOrder(&Account{ID: order.AccountID, TenantID: order.TenantID, UserID: order.UserID}, order, status, reason)
	order.tellEntered(tx)
	if order.Closes != uuid.Nil {
		tx.Notify(PositionsTopic, order.Closes.String())
	}
	if err := s.Write(ctx, tx, b); err != nil {
		return err
	}
	if order.Side == Buy && order.SignalID != uuid.Nil && order.FilledQuantity.IsZero() {
		return skipExecution(ctx, tx, order)
	}
	return nil
}

// venueTrade is a fill of an order on a locked account.
type venueTrade struct {
	account *Account
	order   *Order
	fill    VenueFill
}

// bookPurchase opens the position of an order, or adds to the one that an earlier fill opened.
func (s *Service) bookPurchase(ctx context.Context, tx *database.Tx, b *Book, t venueTrade) error {
	if t.order.PositionID != uuid.Nil {
		found, err := PositionsByID(ctx, tx, []uuid.UUID{t.order.PositionID})
		if err != nil {
			return err
		}
		if len(found) == 1 && found[0].Status == Open {
			return b.extend(t.account, found[0], t.order, t.fill)
		}
	}
	instrument, err := s.market.Instrument(t.order.Symbol)
	if err != nil && !fault.Is(err, fault.NotFound) { // an instrument no longer listed has no tick to keep to
		return err
	}
	exit := t.fill.Price
	if quote, known := s.market.LastQuote(t.order.Symbol); known { // possibly older; what stops are checked against
		exit = money.Min(exit, quote.Bid)
	}
	position := b.enter(t.account, t.order.entry(t.fill.Quantity, exit, instrument.TickSize), t.fill.Price, t.fill.Fee)
	t.order.PositionID = position.ID
	return nil
}

// bookSale closes positions with what an order has sold. They share the fee in proportion; the last one takes the rest.
func (s *Service) bookSale(ctx context.Context, tx *database.Tx, b *Book, t venueTrade) error {
	positions, err := openPositionsOfSymbol(ctx, tx, t.account.ID, t.order.Symbol)
	if err != nil {
		return err
	}
	reason := t.order.ExitReason
	if reason == "" {
		reason = ExitManual
	}
	left, feeLeft := t.fill.Quantity, t.fill.Fee
	for _, position := range namedFirst(positions, t.order.Closes) {
		quantity := money.Min(left, position.Quantity)
		if quantity.IsZero() {
			break
		}
		fee := feeLeft
		if quantity != left {
			if fee, err = feeLeft.Share(quantity, left); err != nil {
				return err
			}
		}
		closing := closing{price: t.fill.Price, quantity: quantity, reason: reason, fee: fixedFee(fee)}
		if _, err := b.settle(t.account, position, closing); err != nil {
			return err
		}
		left, feeLeft, t.order.PositionID = left.Sub(quantity), feeLeft.Sub(fee), position.ID
	}
	if left.IsPositive() {
		s.logger.WarnContext(ctx, "an exchange has sold more than is open on the account",
			slog.String("orderId", t.order.ID.String()), slog.String("quantity", left.String()))
	}
	return nil
}

// namedFirst moves the position with an id to the front.
func namedFirst(positions []*Position, id uuid.UUID) []*Position {
	ordered := make([]*Position, 0, len(positions))
	for _, position := range positions {
		if position.ID == id {
			ordered = append(ordered, position)
		}
	}
	for _, position := range positions {
		if position.ID != id {
			ordered = append(ordered, position)
		}
	}
	return ordered
}
