package trading

import (
	"context"
	"errors"
	"slices"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
)

// handover is an order for an exchange to fill.
type handover struct {
	account *Account
	order   *Order
}

// Orders are the orders that the book has placed or changed, each once, in their current state.
func (b *Book) Orders() []*Order { return slices.Concat(b.placed, b.ordered) }

// Place adds a working order and reserves its money. A connected account's is handed over to its exchange. It fails with
// INSUFFICIENT_FUNDS when the cash does not cover the reserve.
func (b *Book) Place(account *Account, order *Order) error {
	if err := b.covers(account, order.Held); err != nil {
		return err
	}
	b.addOrder(order)
	if account.Kind == ConnectedAccount {
		b.handedOver = append(b.handedOver, handover{account, order})
		if order.Side == Buy {
			account.countOpened(1)
		}
		return nil
	}
	if !account.canReserve {
		account.canReserve = true
		b.reserves = append(b.reserves, ledger.Opening{
			TenantID: account.TenantID, OwnerID: account.ID, Currency: Currency, Codes: []ledger.Code{ledger.Reserved},
		})
	}
	account.Cash, account.Reserved = account.Cash.Sub(order.Held), account.Reserved.Add(order.Held)
	b.post(account, orderSource, order.ID, "place", entry{ledger.Cash, order.Held.Neg()}, entry{ledger.Reserved, order.Held})
	return nil
}

// addOrder adds a new order and its event.
func (b *Book) addOrder(order *Order) {
	order.Status = OrderWorking
	b.placed = append(b.placed, order)
	b.tellOrder(order, orderPlaced)
}

// OrderFill is the price an order fills at, and the price at which its position could be closed at that moment.
type OrderFill struct{ Price, Exit money.Decimal }

// FillNew adds an order that fills at once, from cash rather than reserved money. It fails as Open does.
func (b *Book) FillNew(account *Account, order *Order, fill OrderFill, tickSize money.Decimal) error {
	position, err := b.Open(account, order.entry(order.Quantity, fill.Exit, tickSize), fill.Price)
	if err != nil {
		return err
	}
	b.addOrder(order)
	return b.filled(order, position)
}

// Fill fills a working order at a price, from its reserved money and the cash. If a gap has made that too little, it fills
// as much as the money pays for, and rejects the order if that is less than the smallest lot. It also rejects the order
// when the account has the maximum number of positions open: waiting for a free place would mean a new attempt at every
// tick. It fails with ACCOUNT_NOT_ACTIVE when the account takes no entries, and then changes nothing.
func (b *Book) Fill(account *Account, order *Order, fill OrderFill, instrument market.Instrument) error {
	if err := account.MayEnter(); err != nil {
		return err
	}
	b.release(account, order)
	if refusal, is := errors.AsType[*fault.Error](account.mayOpen()); is {
		b.endOrder(order, OrderRejected, string(refusal.Code)+": "+refusal.Message)
		return nil
	}
	quantity, err := b.payable(account.Cash, fill.Price, order.Quantity, instrument.LotStep)
	if err != nil {
		return err
	}
	if !quantity.IsPositive() {
		b.endOrder(order, OrderRejected, string(fault.InsufficientFunds)+": the price had moved beyond what was held, and the rest does not pay the smallest lot")
		return nil
	}
	if quantity.LessThan(order.Quantity) {
		order.Reason = string(fault.InsufficientFunds) + ": the price had moved beyond what was held, and the rest paid for less"
	}
	position, err := b.Open(account, order.entry(quantity, fill.Exit, instrument.TickSize), fill.Price)
	if err != nil {
		return err
	}
	b.changeOrder(order)
	return b.filled(order, position)
}

// payable is how much of a quantity the cash pays for, fee included, in lots.
func (b *Book) payable(cash, price, quantity, lotStep money.Decimal) (money.Decimal, error) {
	costs := func(quantity money.Decimal) money.Decimal {
		notional := price.Mul(quantity)
		return notional.Add(b.terms.feeOf(notional))
	}
	if !costs(quantity).GreaterThan(cash) {
		return quantity, nil
	}
	most, err := b.terms.affordable(cash, price)
	if err != nil {
		return money.Zero, err
	}
	most = money.Min(most, quantity).FloorTo(lotStep)
	for most.IsPositive() && costs(most).GreaterThan(cash) { // because of intermediate rounding
		most = most.Sub(lotStep)
	}
	return most, nil
}

// filled ends an order with the position that it opened.
func (b *Book) filled(order *Order, position *Position) error {
	order.Status, order.PositionID = OrderFilled, position.ID
	if err := order.fill(position.Quantity, position.EntryPrice, position.EntryFee, b.now); err != nil {
		return err
	}
	b.tellOrder(order, orderEvents[order.Status])
	return nil
}

// EndOrder ends a working order that will not be filled any further, and records why.
func (b *Book) EndOrder(account *Account, order *Order, status OrderStatus, reason string) {
	b.release(account, order)
	b.endOrder(order, status, reason)
}

func (b *Book) endOrder(order *Order, status OrderStatus, reason string) {
	order.Status, order.Reason, order.UpdatedAt = status, reason, b.now
	b.changeOrder(order)
	b.tellOrder(order, orderEvents[order.Status])
}

// release frees the money reserved for an order. It is booked once per order, whoever ends it.
func (b *Book) release(account *Account, order *Order) {
	if order.Held.IsZero() {
		return
	}
	account.Cash, account.Reserved = account.Cash.Add(order.Held), account.Reserved.Sub(order.Held)
	b.post(account, orderSource, order.ID, "release", entry{ledger.Reserved, order.Held.Neg()}, entry{ledger.Cash, order.Held})
	order.Held = money.Zero
}

func (b *Book) changeOrder(order *Order) {
	if !slices.Contains(b.ordered, order) && !slices.Contains(b.placed, order) {
		b.ordered = append(b.ordered, order)
	}
}

// tellOrder adds an event with an order's current state, and records it in its owner's journal.
func (b *Book) tellOrder(order *Order, eventType string) {
	b.tell(&Account{TenantID: order.TenantID}, eventType, newOrderEvent(order))
	b.recordOrder(order)
}

// recordOrder adds an order's current state to its owner's journal.
func (b *Book) recordOrder(order *Order) {
	b.record(&Account{UserID: order.UserID}, OrderChange, order.ID, NewOrderResource(order))
}

// Amend adds a position whose levels have changed.
func (b *Book) Amend(position *Position) { b.amended = append(b.amended, position) }

// extend adds a fill by an exchange to the position that an earlier fill opened.
func (b *Book) extend(account *Account, position *Position, order *Order, fill VenueFill) error {
	notional := fill.Price.Mul(fill.Quantity)
	margin, quantity := position.Margin.Add(notional), position.Quantity.Add(fill.Quantity)
	average, err := margin.Div(quantity)
	if err != nil {
		return err
	}
	position.Margin, position.Quantity, position.EntryPrice = margin, quantity, average
	position.OpenedQuantity, position.EntryFee = position.OpenedQuantity.Add(fill.Quantity), position.EntryFee.Add(fill.Fee)
	b.Amend(position)
	b.pay(account, fillSource, laterFill{order.ID, fill.ID}, notional, fill.Fee)
	return nil
}

// orderEntry makes the exchange order for an entry. It fails with INSUFFICIENT_FUNDS for a short sale, which the exchange
// does not allow, and with VALIDATION_ERROR for a symbol that is not traded there. It checks that early because copiers
// share a transaction: a refusal at its end would hold up the others.
func (b *Book) orderEntry(account *Account, e Entry) error {
	if e.Side == Sell {
		return fault.New(fault.InsufficientFunds, "a connected account sells what it has, and no more")
	}
	if b.venue != nil {
		if err := b.venue.Takes(e.Symbol); err != nil {
			return err
		}
	}
	order := b.marketOrder(account, e.Symbol, Buy, e.Quantity)
	order.SignalID, order.BotID, order.SubscriptionID = e.SignalID, e.BotID, e.SubscriptionID
	order.StopLoss, order.TargetPrice, order.TrailingPercent = e.Stop, e.Target, e.TrailingPercent
	return b.Place(account, order)
}

// orderExit makes the exchange order that closes a position. It fails with POSITION_NOT_OPEN.
func (b *Book) orderExit(account *Account, position *Position, quantity money.Decimal, reason ExitReason) error {
	if position.Status != Open {
		return fault.New(fault.PositionNotOpen, "the position is %s", position.Status)
	}
	order := b.marketOrder(account, position.Symbol, position.Side.Opposite(), quantity)
	order.Closes, order.ExitReason = position.ID, reason
	return b.Place(account, order)
}

func (b *Book) marketOrder(account *Account, symbol string, side Side, quantity money.Decimal) *Order {
	return &Order{
		ID: database.NewIDAt(b.now), TenantID: account.TenantID, UserID: account.UserID, AccountID: account.ID, Symbol: symbol,
		Side: side, Type: MarketOrder, Quantity: quantity, TimeInForce: GoodTillCancelled, CreatedAt: b.now, UpdatedAt: b.now,
	}
}

// submitOrders hands the orders of connected accounts over. It fails with ACCOUNT_NOT_ACTIVE when there is no exchange to
// take them, and when the exchange or the database fails.
func (s *Service) submitOrders(ctx context.Context, tx *database.Tx, b *Book) error {
	for _, handed := range b.handedOver {
		if s.joined.venue == nil {
			return errNoVenue
		}
		if err := s.joined.venue.Submit(ctx, tx, handed.account, handed.order); err != nil {
			return err
		}
	}
	return nil
}
