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

// Sizing is what the quantity of a position is chosen by that nobody has named one for.
type Sizing struct {
	Level      RiskLevel
	Equity     money.Decimal
	Cash       money.Decimal
	Price      money.Decimal
	Stop       money.Decimal // 0 is none
	Instrument market.Instrument
}

// Size is the quantity of a position that nobody has named one for: what may be lost divided by the distance
// to the stop, or a fixed share of the equity without a stop; never more than the largest share of the equity
// and than the cash can buy; floored to the lot step. It fails with INSUFFICIENT_FUNDS when the cash cannot buy the smallest lot, and with
// QUANTITY_TOO_SMALL when the risk allows less than that.
func (t Terms) Size(by Sizing) (money.Decimal, error) {
	var wanted money.Decimal
	var err error
	if distance := by.Price.Sub(by.Stop).Abs(); by.Stop.IsZero() || distance.IsZero() {
		wanted, err = by.Equity.Mul(notionalShare).Div(by.Price)
	} else {
		wanted, err = by.Equity.Mul(riskShares[by.Level]).Div(distance)
	}
	if err != nil {
		return money.Zero, err
	}
	if wanted, err = t.capped(wanted, by.Equity, by.Price); err != nil {
		return money.Zero, err
	}
	affordable, err := t.affordable(by.Cash, by.Price)
	if err != nil {
		return money.Zero, err
	}
	instrument := by.Instrument
	if affordable.LessThan(instrument.LotStep) {
		return money.Zero, fault.New(fault.InsufficientFunds, "%s %s do not buy the smallest lot of %s", by.Cash.Round(2), Currency, instrument.Symbol)
	}
	quantity := money.Min(wanted, affordable).FloorTo(instrument.LotStep)
	if !quantity.IsPositive() {
		return money.Zero, fault.New(fault.QuantityTooSmall, "what may be risked allows less than the smallest lot of %s, %s", instrument.Symbol, instrument.LotStep)
	}
	return quantity, nil
}

// Copied is the quantity of a copy: what the bot has in proportion, scaled to the risk that the account takes,
// within the largest share of the base. It is not floored to the lot step.
func (t Terms) Copied(proportion, scale, base, price money.Decimal) (money.Decimal, error) {
	return t.capped(inProportion(proportion.Mul(scale), base), base, price)
}

// Known reports whether there is such a level.
func (l RiskLevel) Known() bool { return riskShares[l].IsPositive() }

// RiskScale is how much larger a copy is for an account that risks as much as the one level says than for a bot
// that risks as much as the other. An account without a level risks what the bot does.
func RiskScale(account, bot RiskLevel) (money.Decimal, error) {
	if account == "" {
		return money.FromInt(1), nil
	}
	return riskShares[account].Div(riskShares[bot])
}

var errNoQuantity = fault.Invalid("quantity", "must be more than 0")

// checkQuantity fails when a quantity that was asked for cannot be traded: VALIDATION_ERROR when it is not
// positive or not a multiple of the lot step, QUANTITY_TOO_SMALL when it is less than one.
func checkQuantity(quantity money.Decimal, instrument market.Instrument) error {
	if !quantity.IsPositive() {
		return errNoQuantity
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

// ProportionOf is what a quantity is of an equity. It fails when the equity is nothing.
func ProportionOf(quantity, equity money.Decimal) (money.Decimal, error) {
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

// catchCost, deferred, turns the panic of an amount that is larger than numbers are into a refusal: nobody has as much.
func catchCost(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *money.OverflowError:
		*err = fault.New(fault.InsufficientFunds, "this costs more than an account can have")
	default:
		panic(cause)
	}
}
