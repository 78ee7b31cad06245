package trading

import (
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
)

// The smallest and the largest distance, in percent, of a trailing stop.
var leastTrailing, mostTrailing = money.MustParse("0.1"), money.FromInt(50)

// check fails with VALIDATION_ERROR, about the field, when the request is inconsistent.
func (n *NewOrder) check(instrument market.Instrument) error {
	if (n.Quantity == nil) == (n.Notional == nil) {
		return fault.Invalid("quantity", "give a quantity or a notional, and not both")
	}
	if n.Quantity != nil && !n.Quantity.IsPositive() { // checked first, with or without a price
		return errNoQuantity
	}
	if n.Notional != nil && !n.Notional.IsPositive() {
		return fault.Invalid("notional", "must be more than 0")
	}
	for _, field := range []struct {
		name   string
		price  *money.Decimal
		wanted bool
	}{{"limitPrice", n.LimitPrice, n.Type == LimitOrder}, {"stopPrice", n.StopPrice, n.Type == StopOrder}} {
		switch {
		case field.price == nil && field.wanted:
			return fault.Invalid(field.name, "a %s order needs one", n.Type)
		case field.price != nil && !field.wanted:
			return fault.Invalid(field.name, "a %s order has none", n.Type)
		case field.price != nil && !field.price.IsPositive():
			return fault.Invalid(field.name, "must be more than 0")
		}
		if err := checkTick(field.name, field.price, instrument); err != nil {
			return err
		}
	}
	if err := checkLevel("stopLoss", n.StopLoss, instrument); err != nil {
		return err
	}
	if err := checkLevel("targetPrice", n.TargetPrice, instrument); err != nil {
		return err
	}
	if err := checkTrailing(n.TrailingPercent); err != nil {
		return err
	}
	return n.checkSides()
}

// checkSides fails with VALIDATION_ERROR when the position's stop or target is on the wrong side of the order's own price.
func (n *NewOrder) checkSides() error {
	named := valueOf(n.LimitPrice).Add(valueOf(n.StopPrice))
	if named.IsZero() {
		return nil
	}
	long := n.Side == Buy
	if StopReached(long, named, valueOf(n.StopLoss)) {
		return fault.Invalid("stopLoss", "must be %s the price of the order", sideWord(long, "below", "above"))
	}
	if TargetReached(long, named, valueOf(n.TargetPrice)) {
		return fault.Invalid("targetPrice", "must be %s the price of the order", sideWord(long, "above", "below"))
	}
	return nil
}

// checkLevel fails with VALIDATION_ERROR unless a price is missing, 0, or valid for the instrument.
func checkLevel(name string, price *money.Decimal, instrument market.Instrument) error {
	if price != nil && price.IsNegative() {
		return fault.Invalid(name, "must not be negative")
	}
	return checkTick(name, price, instrument)
}

func checkTick(name string, price *money.Decimal, instrument market.Instrument) error {
	if price != nil && instrument.TickSize.IsPositive() && price.FloorTo(instrument.TickSize) != *price {
		return fault.Invalid(name, "must be a multiple of %s", instrument.TickSize)
	}
	return nil
}

// checkTrailing fails with VALIDATION_ERROR unless a percentage is missing, 0, or within the limits of a trailing stop.
func checkTrailing(percent *money.Decimal) error {
	if percent == nil || percent.IsZero() {
		return nil
	}
	if percent.LessThan(leastTrailing) || percent.GreaterThan(mostTrailing) {
		return fault.Invalid("trailingPercent", "must be 0, or from %s to %s", leastTrailing, mostTrailing)
	}
	return nil
}
