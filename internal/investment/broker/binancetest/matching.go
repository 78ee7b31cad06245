package binancetest

import (
	"time"

	"bourse/internal/money"
)

// The states of an order, as documented.
const (
	statusNew             = "NEW"
	statusPartiallyFilled = "PARTIALLY_FILLED"
	statusFilled          = "FILLED"
	statusCanceled        = "CANCELED"
	statusExpired         = "EXPIRED"
)

// order is an accepted order.
type order struct {
	id          int64
	clientID    string
	symbol      *Symbol
	isBuy       bool
	kind        string // LIMIT, MARKET, STOP_LOSS
	quantity    money.Decimal
	price       money.Decimal
	stopPrice   money.Decimal
	isTriggered bool
	status      string
	executed    money.Decimal
	quote       money.Decimal // what was paid or received
	locked      money.Decimal // from the paying balance
	trades      []Trade
	createdAt   time.Time
	updatedAt   time.Time
}

func (o *order) isOpen() bool { return o.status == statusNew || o.status == statusPartiallyFilled }

func (o *order) side() string {
	if o.isBuy {
		return "BUY"
	}
	return "SELL"
}

// payingAsset is the asset that an order pays with.
func (o *order) payingAsset() string {
	if o.isBuy {
		return o.symbol.Quote
	}
	return o.symbol.Base
}

// accept checks an order against filters, open orders and balance, puts it on the book and matches it. The caller
// holds the mutex.
func (e *Exchange) accept(owner *account, o *order) *refusal {
	if problem := o.symbol.filter(o); problem != nil {
		return problem
	}
	for _, other := range owner.orders {
		if other.clientID == o.clientID && other.isOpen() {
			return refuse(codeNewOrderRejected, "Duplicate order sent.")
		}
	}
	if o.symbol.IsHalted {
		return refuse(codeNewOrderRejected, "Market is closed.")
	}
	if o.kind == "STOP_LOSS" && o.isReached() {
		return refuse(codeNewOrderRejected, "Order would trigger immediately.")
	}
	paying, needed := owner.balance(o.payingAsset()), o.quantity
	if o.isBuy {
		needed = o.lockPrice().Mul(o.quantity)
	}
	if needed.GreaterThan(paying.free) {
		return refuse(codeNewOrderRejected, "Account has insufficient balance for requested action.")
	}
	paying.free, paying.locked, o.locked = paying.free.Sub(needed), paying.locked.Add(needed), needed
	e.lastOrderID++
	o.id, o.status, o.createdAt, o.updatedAt = e.lastOrderID, statusNew, e.clock(), e.clock()
	owner.orders = append(owner.orders, o)
	e.match(owner, o)
	if o.kind == "MARKET" && o.isOpen() { // an unfilled rest expires
		e.end(owner, o, statusExpired)
	}
	return nil
}

// lockPrice is the price at which the money of a purchase is set aside.
func (o *order) lockPrice() money.Decimal {
	switch o.kind {
	case "LIMIT":
		return o.price
	case "STOP_LOSS":
		return money.Max(o.stopPrice, o.symbol.Price)
	}
	return o.symbol.Price
}

// isReached reports whether the price triggers a stop order.
func (o *order) isReached() bool {
	if o.isBuy {
		return !o.symbol.Price.LessThan(o.stopPrice)
	}
	return !o.symbol.Price.GreaterThan(o.stopPrice)
}

// match fills as much as price and liquidity allow. The caller holds the mutex.
func (e *Exchange) match(owner *account, o *order) {
	switch {
	case o.kind == "LIMIT" && o.isBuy && o.symbol.Price.GreaterThan(o.price),
		o.kind == "LIMIT" && !o.isBuy && o.symbol.Price.LessThan(o.price):
		return
	case o.kind == "STOP_LOSS" && !o.isTriggered:
		if o.isTriggered = o.isReached(); !o.isTriggered {
			return
		}
	}
	quantity := o.quantity.Sub(o.executed)
	if o.symbol.Liquidity.IsPositive() {
		quantity = money.Min(quantity, o.symbol.Liquidity)
	}
	parts := max(o.symbol.PartsPerFill, 1)
	for part := range parts {
		share := quantity
		if left := parts - part; left > 1 && o.symbol.LotStep.IsPositive() {
			portion, _ := quantity.Div(money.FromInt(int64(left)))
			share = portion.FloorTo(o.symbol.LotStep)
		}
		if share.IsPositive() {
			e.fill(owner, o, share, o.symbol.Price)
			quantity = quantity.Sub(share)
		}
	}
	if o.kind == "STOP_LOSS" && o.isOpen() {
		e.end(owner, o, statusExpired)
	}
}

// fill trades part of an order. The caller holds the mutex.
func (e *Exchange) fill(owner *account, o *order, quantity, price money.Decimal) {
	e.lastTradeID++
	notional := price.Mul(quantity)
	trade := Trade{ID: e.lastTradeID, Quantity: quantity, Price: price, At: e.clock()}
	base, quote := owner.balance(o.symbol.Base), owner.balance(o.symbol.Quote)
	o.executed, o.quote, o.updatedAt = o.executed.Add(quantity), o.quote.Add(notional), e.clock()
	received, amount := quote, notional
	if o.isBuy {
		reserved := money.Min(notional, o.locked) // a stop that is gapped through costs more than was set aside
		quote.locked, o.locked = quote.locked.Sub(reserved), o.locked.Sub(reserved)
		quote.free = quote.free.Sub(notional.Sub(reserved))
		received, amount = base, quantity
		trade.CommissionAsset = o.symbol.Base
	} else {
		base.locked, o.locked = base.locked.Sub(quantity), o.locked.Sub(quantity)
		trade.CommissionAsset = o.symbol.Quote
	}
	trade.Commission = amount.Mul(o.symbol.commission)
	received.free = received.free.Add(amount)
	if other := e.symbols[owner.commissionAsset+o.symbol.Quote]; owner.commissionAsset != "" && other != nil {
		trade.CommissionAsset = owner.commissionAsset
		trade.Commission, _ = notional.Mul(o.symbol.commission).Div(other.Price)
	}
	paying := owner.balance(trade.CommissionAsset)
	paying.free = paying.free.Sub(trade.Commission)
	o.trades = append(o.trades, trade)
	o.status = statusPartiallyFilled
	if o.executed == o.quantity {
		e.end(owner, o, statusFilled)
	}
}

// end takes an order off the book and returns what is still locked for it. The caller holds the mutex.
func (e *Exchange) end(owner *account, o *order, status string) {
	paying := owner.balance(o.payingAsset())
	paying.free, paying.locked, o.locked = paying.free.Add(o.locked), paying.locked.Sub(o.locked), money.Zero
	o.status, o.updatedAt = status, e.clock()
}

// Fill trades part of an account's open order at a price, as if a counterparty had come along.
func (e *Exchange) Fill(key string, orderID int64, quantity, price string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	owner := e.accounts[key]
	for _, o := range owner.orders {
		if o.id == orderID && o.isOpen() {
			e.fill(owner, o, money.MustParse(quantity), money.MustParse(price))
		}
	}
}

// CancelAll takes all open orders of an account off the book, as its owner can on the exchange's own page.
func (e *Exchange) CancelAll(key string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	owner := e.accounts[key]
	for _, o := range owner.orders {
		if o.isOpen() {
			e.end(owner, o, statusCanceled)
		}
	}
}

// filter checks an order against the symbol's filters.
func (s *Symbol) filter(o *order) *refusal {
	price := s.Price
	switch o.kind {
	case "LIMIT":
		price = o.price
	case "STOP_LOSS":
		price = o.stopPrice
		if s.HasNoStops {
			return refuse(codeNewOrderRejected, "Stop loss orders are not supported for this symbol.")
		}
	}
	switch {
	case o.kind != "MARKET" && (!price.IsPositive() || !isMultiple(price, s.TickSize)):
		return refuse(codeInvalidMessage, "Filter failure: PRICE_FILTER")
	case !o.quantity.IsPositive() || o.quantity.LessThan(s.LeastQuantity) || !isMultiple(o.quantity, s.LotStep),
		s.MostQuantity.IsPositive() && o.quantity.GreaterThan(s.MostQuantity):
		return refuse(codeInvalidMessage, "Filter failure: LOT_SIZE")
	case price.Mul(o.quantity).LessThan(s.LeastNotional):
		return refuse(codeInvalidMessage, "Filter failure: NOTIONAL")
	}
	return nil
}

func isMultiple(number, step money.Decimal) bool {
	return !step.IsPositive() || number.FloorTo(step) == number
}
