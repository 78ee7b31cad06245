package trading

import "bourse/internal/money"

// trailingStep is the part of its distance by which a trailing stop has to come nearer before it moves, so that a
// price that crawls does not write a row at every tick.
var trailingStep = money.MustParse("0.1")

// TrailedStop is where a stop follows a price to, and whether it moves at all: it stays a percentage behind the best
// price at which the position could be closed, comes nearer in steps of a tenth of that distance, lies on a multiple of
// the tick size away from the price, and never goes back. Without a percentage it stays. It panics with a
// *money.OverflowError when the price is too large to be one.
func TrailedStop(long bool, best, stop, percent, tickSize money.Decimal) (next money.Decimal, moves bool) {
	if !percent.IsPositive() {
		return stop, false
	}
	distance := best.Mul(percent.Mul(onePercent))
	if long {
		next = floorToTick(best.Sub(distance), tickSize)
	} else {
		next = ceilToTick(best.Add(distance), tickSize)
	}
	if !next.IsPositive() {
		return stop, false
	}
	if stop.IsZero() {
		return next, true
	}
	nearer := next.Sub(stop)
	if !long {
		nearer = nearer.Neg()
	}
	if !nearer.IsPositive() || nearer.LessThan(distance.Mul(trailingStep)) {
		return stop, false
	}
	return next, true
}

// trail lets the stop of the position follow a price, when it follows any.
func (p *Position) trail(best, tickSize money.Decimal) (moves bool) {
	next, moves := TrailedStop(p.Side == Buy, best, p.StopLoss, p.TrailingPercent, tickSize)
	if moves {
		p.StopLoss, p.StopTrails = next, true
	}
	return moves
}

func floorToTick(price, tickSize money.Decimal) money.Decimal {
	if !tickSize.IsPositive() {
		return price
	}
	return price.FloorTo(tickSize)
}

func ceilToTick(price, tickSize money.Decimal) money.Decimal {
	floored := floorToTick(price, tickSize)
	if floored.LessThan(price) {
		return floored.Add(tickSize)
	}
	return floored
}
