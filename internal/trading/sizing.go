package trading

import (
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
)

// riskShares is the share of the equity that a position may lose at its stop.
var riskShares = map[RiskLevel]money.Decimal{
	RiskLow: money.MustParse("0.005"), RiskMedium: money.MustParse("0.01"), RiskHigh: money.MustParse("0.02"),
}

// notionalShare of the equity is the size of a position without a stop.
var notionalShare = money.MustParse("0.05")

// size is the quantity of a position that nobody has named one for: what may be lost divided by the distance
// to the stop, or a fixed share of the equity without a stop; never more than the largest share of the equity
// and than the cash can buy; floored to the lot step. It fails with INSUFFICIENT_FUNDS when the cash cannot buy the smallest lot, and with
// QUANTITY_TOO_SMALL when the risk allows less than that.
func size(level RiskLevel, equity, cash, price, stop money.Decimal, instrument market.Instrument, t terms) (money.Decimal, error) {
	var wanted money.Decimal
	var err error
	if distance := price.Sub(stop).Abs(); stop.IsZero() || distance.IsZero() {
		wanted, err = equity.Mul(notionalShare).Div(price)
	} else {
		wanted, err = equity.Mul(riskShares[level]).Div(distance)
	}
	if err != nil {
		return money.Zero, err
	}
	if wanted, err = t.capped(wanted, equity, price); err != nil {
		return money.Zero, err
	}
	affordable, err := t.affordable(cash, price)
	if err != nil {
		return money.Zero, err
	}
	if affordable.LessThan(instrument.LotStep) {
		return money.Zero, fault.New(fault.InsufficientFunds, "%s %s do not buy the smallest lot of %s", cash.Round(2), currency, instrument.Symbol)
	}
	quantity := money.Min(wanted, affordable).FloorTo(instrument.LotStep)
	if !quantity.IsPositive() {
		return money.Zero, fault.New(fault.QuantityTooSmall, "what may be risked allows less than the smallest lot of %s, %s", instrument.Symbol, instrument.LotStep)
	}
	return quantity, nil
}

// copied is the quantity of a copy: what the bot has in proportion, scaled to the risk that the account takes,
// within the largest share of the base. It is not floored to the lot step.
func (t terms) copied(proportion, scale, base, price money.Decimal) (money.Decimal, error) {
	return t.capped(inProportion(proportion.Mul(scale), base), base, price)
}

// riskScale is how much larger a copy is for an account that risks as much as the one level says than for a bot
// that risks as much as the other. An account without a level risks what the bot does.
func riskScale(account, bot RiskLevel) (money.Decimal, error) {
	if account == "" {
		return money.FromInt(1), nil
	}
	return riskShares[account].Div(riskShares[bot])
}

// checkQuantity fails when a quantity that was asked for cannot be traded: VALIDATION_ERROR when it is not
// positive or not a multiple of the lot step, QUANTITY_TOO_SMALL when it is less than one.
func checkQuantity(quantity money.Decimal, instrument market.Instrument) error {
	if !quantity.IsPositive() {
		return fault.Invalid("quantity", "must be more than 0")
	}
	if quantity.LessThan(instrument.LotStep) {
		return fault.New(fault.QuantityTooSmall, "the smallest lot of %s is %s", instrument.Symbol, instrument.LotStep)
	}
	if quantity.FloorTo(instrument.LotStep) != quantity {
		return fault.Invalid("quantity", "must be a multiple of %s", instrument.LotStep)
	}
	return nil
}

// A proportion is told for each million of equity: for each unit it would have too few digits left of the
// eight behind the point.
var million, millionth = money.FromInt(1_000_000), money.MustParse("0.000001")

// proportionOf is what a quantity is of an equity. It fails when the equity is nothing.
func proportionOf(quantity, equity money.Decimal) (money.Decimal, error) {
	share, err := equity.Div(million)
	if err != nil {
		return money.Zero, err
	}
	return quantity.Div(share)
}

// inProportion is the quantity for a capital.
func inProportion(proportion, capital money.Decimal) money.Decimal {
	return proportion.Mul(capital.Mul(millionth))
}
