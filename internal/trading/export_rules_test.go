package trading

import (
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

// OpenPosition makes the position that an entry becomes.
func OpenPosition(account *Account, e Entry, price, fee money.Decimal, now time.Time) Position {
	return open(account, e, price, fee, now)
}

// Settlement is what a closing moves.
type Settlement struct {
	Trade             Trade
	Released, ExitFee money.Decimal
}

// CloseAt settles quantity of the position at a price, with a fee of a share of what is sold.
func (p *Position) CloseAt(price, quantity, feeShare money.Decimal, reason ExitReason, now time.Time) (Settlement, error) {
	fee := func(notional money.Decimal) money.Decimal { return notional.Mul(feeShare) }
	settled, err := p.close(closing{price: price, quantity: quantity, reason: reason, fee: fee}, now)
	return Settlement{settled.trade, settled.released, settled.exitFee}, err
}

// CheckQuantity fails when a quantity that was asked for cannot be traded.
func CheckQuantity(quantity money.Decimal, instrument market.Instrument) error {
	return checkQuantity(quantity, instrument)
}

// Check fails when what an order asks for does not fit together.
func (n *NewOrder) Check(instrument market.Instrument) error { return n.check(instrument) }

// Fill adds a fill to what the order has.
func (o *Order) Fill(quantity, price, fee money.Decimal, now time.Time) error {
	return o.fill(quantity, price, fee, now)
}

// NewTerms are the terms of settings.
func NewTerms(settings Settings) Terms { return newTerms(settings) }
