package trading

import (
	"bourse/internal/market"
	"bourse/internal/money"
)

// trailingStep is the part of its distance by which a trailing stop must be able to move closer before it moves, so that a
// slowly moving price does not cause a write at every tick.
var trailingStep = money.MustParse("0.1")

// TrailedStop is where a stop follows a price to, and whether it moves at all: it stays a percentage behind the best price
// at which the position could be closed, moves in steps of a tenth of that distance, is rounded to the tick size away from
// the price, and never goes back. Without a percentage it stays. It panics with a *money.OverflowError when the price is
// too large.
func TrailedStop(long bool, best, stop, percent, tickSize money.Decimal) (next money.Decimal, moves bool) {
	if !percent.IsPositive() {
		return stop, false
	}
	distance := best.Mul(percent.Mul(onePercent))
	if long {
		next = market.TickDown(best.Sub(distance), tickSize)
	} else {
		next = market.TickUp(best.Add(distance), tickSize)
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

// trail moves the position's stop after a price, if it trails.
func (p *Position) trail(best, tickSize money.Decimal) (moves bool) {
	next, moves := TrailedStop(p.Side == Buy, best, p.StopLoss, p.TrailingPercent, tickSize)
	if moves {
		p.StopLoss, p.StopTrails = next, true
	}
	return moves
}
