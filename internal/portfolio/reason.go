package portfolio

import "fmt"

// Why a trade is smaller than the target requires.
const (
	limitShort     = "short positions are left as they are"
	limitElsewhere = "holdings in connected accounts are left alone"
	limitBudget    = "as much as the cash allows"
	limitNoCash    = "there is no cash left to buy it with"
	limitPrice     = "there is no price to trade at"
	limitMinimum   = "less than the minimum trade of 10 USD"
	limitBand      = "within the tolerance of 5 points and 25 % of the target"
)

// line describes what to do about the asset, and why. isNeeded says whether anything is traded at all.
func (t *trade) line(isNeeded bool) Line {
	return Line{
		Asset: t.Asset, Action: t.action, CurrentPercent: t.CurrentPercent, TargetPercent: t.TargetPercent,
		Quantity: t.quantity, Value: t.value, Reason: t.reason(isNeeded),
	}
}

func (t *trade) reason(isNeeded bool) string {
	where := t.distance()
	switch {
	case t.delta.IsZero() && t.action == Hold:
		return where
	case !isNeeded && t.delta.Abs().LessThan(minimumTrade):
		return where + ", " + limitMinimum
	case !isNeeded:
		return where + ", " + limitBand
	case t.Asset == cashAsset:
		return where + ", " + t.cashReason()
	case t.limit != "":
		return where + ", " + t.limit
	case !t.isBeyond:
		return where + ", rebalanced along with the others"
	}
	return where
}

// distance describes how far the asset is from its target.
func (t *trade) distance() string {
	points := t.CurrentPercent.Sub(t.TargetPercent)
	switch {
	case points.IsPositive():
		return fmt.Sprintf("%s points above its target of %s %%", points, t.TargetPercent)
	case points.IsNegative():
		return fmt.Sprintf("%s points below its target of %s %%", points.Neg(), t.TargetPercent)
	}
	return fmt.Sprintf("at its target of %s %%", t.TargetPercent)
}

func (t *trade) cashReason() string {
	switch t.action {
	case Sell:
		return "cash is spent first"
	case Buy:
		return "it takes in what the sales bring"
	case Hold:
	}
	return "it stays as it is"
}
