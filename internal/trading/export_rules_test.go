package trading

import (
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

// OpenPosition makes the position of an entry.
func OpenPosition(account *Account, e Entry, price, fee money.Decimal, now time.Time) Position {
	return open(account, e, price, fee, now)
}

// Settlement is the money that a closing moves.
type Settlement struct {
	Trade             Trade
	Released, ExitFee money.Decimal
}

// CloseAt settles a quantity of the position at a price, with a fee that is a share of the proceeds.
func (p *Position) CloseAt(price, quantity, feeShare money.Decimal, reason ExitReason, now time.Time) (Settlement, error) {
	fee := func(notional money.Decimal) money.Decimal { return notional.Mul(feeShare) }
	settled, err := p.close(closing{price: price, quantity: quantity, reason: reason, fee: fee}, now)
	return Settlement{settled.trade, settled.released, settled.exitFee}, err
}

// CheckQuantity fails when a requested quantity cannot be traded.
func CheckQuantity(quantity money.Decimal, instrument market.Instrument) error {
	return checkQuantity(quantity, instrument)
}

// Check fails when an order request is inconsistent.
func (n *NewOrder) Check(instrument market.Instrument) error { return n.check(instrument) }

// Fill adds a fill to the order.
func (o *Order) Fill(quantity, price, fee money.Decimal, now time.Time) error {
	return o.fill(quantity, price, fee, now)
}

// NewTerms are the terms of settings.
func NewTerms(settings Settings) Terms { return newTerms(settings) }
