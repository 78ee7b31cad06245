package risk

import (
	"bourse/internal/money"
	"bourse/internal/trading"
)

// trail is how the stop of a position follows the price. The stop moves in memory with the tick, and is written later under
// the lock of the account; until then the row has the previous one.
type trail struct {
	percent, tickSize money.Decimal // with percent 0 the stop does not follow
	stored            money.Decimal // the stop of the row, as read
}

func trailOf(p *trading.Position, tickSize money.Decimal) trail {
	return trail{percent: p.TrailingPercent, tickSize: tickSize, stored: p.StopLoss}
}

// follow moves the stop after the best price of a bar that did not reach it, and reports whether it moved. The rest of the
// bar, from the best price to the close, is then checked against the new stop: if the bar closes beyond that, it passed it
// after its best price.
func (p *watched) follow(exits bar) (rest bar, moves bool) {
	best := exits.high
	if !p.levels.long {
		best = exits.low
	}
	stop := p.levels.loss
	if p.levels.lossReason == trading.ExitLiquidation {
		stop = p.trail.stored // the stop is beyond the liquidation price, or there is none
	}
	next, moves := trading.TrailedStop(p.levels.long, best, stop, p.trail.percent, p.trail.tickSize)
	if !moves || !p.levels.isNearer(next) {
		return bar{}, false
	}
	p.levels.loss, p.levels.lossReason = next, trading.ExitTrailingStop
	return bar{open: best, high: money.Max(best, exits.close), low: money.Min(best, exits.close), close: exits.close}, true
}

// isNearer reports whether a price would close the position earlier than its current level.
func (l *levels) isNearer(price money.Decimal) bool {
	if l.loss.IsZero() {
		return true
	}
	if l.long {
		return price.GreaterThan(l.loss)
	}
	return price.LessThan(l.loss)
}

// keep keeps a stop that had followed the price before the row was read again, unless somebody has changed the row's stop
// meanwhile.
func (p *watched) keep(before *watched, row *trading.Position) {
	isSame := before.trail.percent == p.trail.percent && before.levels.lossReason == trading.ExitTrailingStop
	isOurs := row.StopTrails || before.trail.stored == row.StopLoss
	if p.trail.percent.IsPositive() && isSame && isOurs && p.levels.isNearer(before.levels.loss) {
		p.levels.loss, p.levels.lossReason = before.levels.loss, before.levels.lossReason
	}
}

// moveStop writes the followed stop into a position, and reports whether that changes it.
func (h *hit) moveStop(position *trading.Position) (moves bool) {
	isOurs := position.StopTrails || position.StopLoss == h.trail.stored
	if position.Status != trading.Open || position.TrailingPercent != h.trail.percent || !isOurs {
		return false
	}
	current := levels{loss: position.StopLoss, long: position.Side == trading.Buy}
	if !current.isNearer(h.levels.loss) {
		return false
	}
	position.StopLoss, position.StopTrails = h.levels.loss, true
	return true
}

// exit checks again what a tick has reached, against the position's current levels: they may have been changed since.
func (h *hit) exit(position *trading.Position) (price money.Decimal, reason trading.ExitReason, reached bool) {
	current := watched{levels: levelsOf(position), trail: trailOf(position, h.trail.tickSize)}
	current.keep(&watched{levels: h.levels, trail: h.trail}, position)
	price, reason, reached = current.levels.exit(h.exits)
	return trading.OnTick(position.Side.Opposite(), price, h.trail.tickSize), reason, reached
}
