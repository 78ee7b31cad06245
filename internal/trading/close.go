package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Closing is the result of closing a position.
type Closing struct {
	Position  *Position
	Trade     Trade
	FillPrice money.Decimal
	Fee       money.Decimal // of this fill
	Order     *Order        // the order for an exchange, in which case there is no trade yet; nil if closed here
}

// Close sells all or, with a quantity, part of a position back to the market and books the result. A nil quantity is all of
// it. It fails with NOT_FOUND for another user's position, POSITION_NOT_OPEN for one that is not open, MARKET_CLOSED,
// MARKET_DATA_STALE when the quote is too old, VALIDATION_ERROR or QUANTITY_TOO_SMALL for a quantity that cannot be closed,
// and CONFLICT when an exchange is selling it already, or has an order to sell it.
func (s *Service) Close(ctx context.Context, caller identity.Caller, id uuid.UUID, quantity *money.Decimal) (closing Closing, err error) {
	defer money.Catch(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		account, position, err := lockPosition(ctx, tx, caller.UserID, id)
		if err != nil {
			return err
		}
		if position.Status != Open {
			return fault.New(fault.PositionNotOpen, "the position is %s", position.Status)
		}
		instrument, quote, err := s.Tradable(position.Symbol)
		if err != nil {
			return err
		}
		closed := position.Quantity
		if quantity != nil {
			if closed = *quantity; closed != position.Quantity {
				if err := checkQuantity(closed, instrument); err != nil {
					return err
				}
			}
		}
		b := s.NewBook(s.now())
		entryFee := position.EntryFee
		closing.Position, closing.FillPrice = position, s.terms.Price(quote, position.Side.Opposite())
		if closing.Trade, err = b.Close(account, position, closing.FillPrice, closed, ExitManual); err != nil {
			return err
		}
		if account.Kind == ConnectedAccount {
			closing.Order, err = s.handOverClosing(ctx, tx, b)
			return err
		}
		closing.Fee = closing.Trade.Fees.Sub(entryFee.Sub(position.EntryFee))
		return s.Write(ctx, tx, b)
	})
	return closing, err
}

var errBeingClosed = fault.New(fault.Conflict, "the position is being closed already")

// handOverClosing writes a book whose only order closes a position at an exchange, and returns the order. It fails with
// CONFLICT when another order for that is working, or waits to sell the same: a person has to decide which of them is
// meant.
func (s *Service) handOverClosing(ctx context.Context, tx *database.Tx, b *Book) (*Order, error) {
	order := b.placed[0]
	closing, err := closingOrders(ctx, tx, b.exits(), b.now)
	if err != nil {
		return nil, err
	}
	if closing[order.Closes].working.IsPositive() {
		return nil, errBeingClosed
	}
	free, err := order.holding().free(ctx, tx)
	if err != nil {
		return nil, err
	}
	if order.Quantity.GreaterThan(free) {
		return nil, fault.New(fault.Conflict, "%s of it can be closed: orders that wait sell the rest, cancel them first", money.Max(free, money.Zero))
	}
	return order, s.Write(ctx, tx, b)
}
