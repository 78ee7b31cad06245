package trading

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// exits are the positions that the book's orders close at exchanges.
func (b *Book) exits() (positions []uuid.UUID) {
	for _, handed := range b.handedOver {
		if handed.order.Closes != uuid.Nil {
			positions = append(positions, handed.order.Closes)
		}
	}
	return positions
}

// dropRepeatedExits takes those exits out of a book for which an exchange has an order already: a stop that is reached
// again while it is being carried out sells once.
func (s *Service) dropRepeatedExits(ctx context.Context, tx *database.Tx, b *Book) error {
	positions := b.exits()
	if len(positions) == 0 {
		return nil
	}
	closing, err := closingOrders(ctx, tx, positions)
	if err != nil {
		return err
	}
	dropped := map[uuid.UUID]bool{}
	repeated := func(order *Order) bool {
		dropped[order.ID] = dropped[order.ID] || closing[order.Closes]
		return dropped[order.ID]
	}
	b.handedOver = slices.DeleteFunc(b.handedOver, func(handed handover) bool { return repeated(handed.order) })
	b.placed = slices.DeleteFunc(b.placed, repeated)
	b.events = slices.DeleteFunc(b.events, func(event webhook.Event) bool {
		placed, is := event.Data.(orderEvent)
		return is && dropped[placed.OrderID]
	})
	b.changes = slices.DeleteFunc(b.changes, func(change Change) bool { return dropped[change.Subject] })
	return nil
}

// holding is what an account has of a symbol.
type holding struct {
	account uuid.UUID
	symbol  string
}

// makeWay has the exchanges take sales back that wait for a better price where an exit needs what they would sell, the newest
// first: what was bought is sold once, and a stop does not wait.
func (s *Service) makeWay(ctx context.Context, tx *database.Tx, b *Book) error {
	positions := b.exits()
	if len(positions) == 0 {
		return nil
	}
	sales, err := salesBeside(ctx, tx, positions)
	if err != nil || !slices.ContainsFunc(sales, func(sale *Order) bool { return sale.Closes == uuid.Nil }) {
		return err
	}
	open, err := openBeside(ctx, tx, positions)
	if err != nil {
		return err
	}
	missing := map[holding]money.Decimal{}
	for _, sale := range sales {
		missing[sale.holding()] = missing[sale.holding()].Add(sale.rest())
	}
	for _, position := range open {
		of := holding{position.AccountID, position.Symbol}
		missing[of] = missing[of].Sub(position.Quantity)
	}
	for _, sale := range slices.Backward(sales) {
		if sale.Closes != uuid.Nil || !missing[sale.holding()].IsPositive() {
			continue
		}
		if err := s.joined.venue.Cancel(ctx, tx, sale); err != nil {
			return err
		}
		missing[sale.holding()] = missing[sale.holding()].Sub(sale.rest())
	}
	return nil
}

func (o *Order) holding() holding { return holding{o.AccountID, o.Symbol} }

// rest is what an order has not filled.
func (o *Order) rest() money.Decimal { return o.Quantity.Sub(o.FilledQuantity) }

// free is how much of a symbol an account has that no working order sells. It is negative while more is being sold than
// there is.
func (h holding) free(ctx context.Context, from database.Querier) (money.Decimal, error) {
	open, err := openPositionsOfSymbol(ctx, from, h.account, h.symbol)
	if err != nil {
		return money.Zero, err
	}
	selling, err := workingSales(ctx, from, h.account, h.symbol)
	return sumOfQuantities(open).Sub(selling), err
}

// ExitRoom is what is there for an exit to sell.
type ExitRoom struct {
	Left     money.Decimal // of the position that it closes
	MustWait bool          // other orders may still sell the same
}

// RoomFor tells what there is to sell for an order that closes a position. Its account must be held. It fails when the
// database does.
func (s *Service) RoomFor(ctx context.Context, tx *database.Tx, exit *Order) (room ExitRoom, err error) {
	found, err := PositionsByID(ctx, tx, []uuid.UUID{exit.Closes})
	if err != nil {
		return room, err
	}
	if len(found) == 1 && found[0].Status == Open {
		room.Left = found[0].Quantity
	}
	free, err := exit.holding().free(ctx, tx)
	room.MustWait = free.IsNegative()
	return room, err
}

// Reduce makes a working order smaller, of which another sale has sold the rest. Its account must be held. It fails when the
// database does.
func (s *Service) Reduce(ctx context.Context, tx *database.Tx, order *Order, quantity money.Decimal) error {
	b := s.NewBook(s.now())
	order.Quantity, order.Reason, order.UpdatedAt = quantity, "another order has sold the rest", b.now
	b.changeOrder(order)
	b.recordOrder(order)
	return s.Write(ctx, tx, b)
}
