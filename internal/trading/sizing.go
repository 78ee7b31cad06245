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

// notionalShare is the notional of a position without a stop, as a share of the equity.
var notionalShare = money.MustParse("0.05")

// Sizing is the input for choosing a position's quantity when nobody has named one.
type Sizing struct {
	Level      RiskLevel
	Equity     money.Decimal
	Cash       money.Decimal
	Price      money.Decimal
	Stop       money.Decimal // 0 is none
	Instrument market.Instrument
}

// Size chooses the quantity of a position when nobody has named one: the allowed loss divided by the distance to the stop,
// or a fixed share of the equity without a stop; at most the largest share of the equity and what the cash can buy; floored
// to the lot step. It fails with INSUFFICIENT_FUNDS when the cash cannot buy the smallest lot, and with QUANTITY_TOO_SMALL
// when the risk allows less than that.
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

// Copied is the quantity of a copy: the bot's in proportion, scaled to the account's risk level, within the largest share
// of the base. It is not floored to the lot step.
func (t Terms) Copied(proportion, scale, base, price money.Decimal) (money.Decimal, error) {
	return t.capped(inProportion(proportion.Mul(scale), base), base, price)
}

// Known reports whether the level exists.
func (l RiskLevel) Known() bool { return riskShares[l].IsPositive() }

// RiskScale is the factor between the size of a copy on an account of one risk level and that of a bot of another. An
// account without a level takes the bot's.
func RiskScale(account, bot RiskLevel) (money.Decimal, error) {
	if account == "" {
		return money.FromInt(1), nil
	}
	return riskShares[account].Div(riskShares[bot])
}

var errNoQuantity = fault.Invalid("quantity", "must be more than 0")

// checkQuantity fails when a requested quantity cannot be traded: VALIDATION_ERROR when it is not positive or not a
// multiple of the lot step, QUANTITY_TOO_SMALL when it is less than one.
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

// Proportions are per million of equity: per unit, too few of the eight decimal places would be left.
var million, millionth = money.FromInt(1_000_000), money.MustParse("0.000001")

// ProportionOf is a quantity in proportion to an equity. It fails when the equity is nothing.
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

// catchCost, when deferred, turns the panic over an amount beyond the range of numbers into a refusal: nobody has that
// much.
func catchCost(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *money.OverflowError:
		*err = fault.New(fault.InsufficientFunds, "this costs more than an account can have")
	default:
		panic(cause)
	}
}
