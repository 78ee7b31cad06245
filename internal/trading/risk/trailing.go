package risk

import (
	"bourse/internal/money"
	"bourse/internal/trading"
)

// trail is how the stop of a position follows the price. The stop moves in memory with the tick, and is written under
// the lock of the account; until then the row has an older one.
type trail struct {
	percent, tickSize money.Decimal // a percentage of 0 does not follow
	stored            money.Decimal // the stop of the row, as it was read
}

func trailOf(p *trading.Position, tickSize money.Decimal) trail {
	return trail{percent: p.TrailingPercent, tickSize: tickSize, stored: p.StopLoss}
}

// follow lets the stop follow the best price of a bar in which it was not reached, and tells whether it has moved. The
// way from the best price to the close is what the position has to stand next: a bar that closes beyond its new stop has
// passed it after its best price.
func (p *watched) follow(exits bar) (rest bar, moves bool) {
	best := exits.high
	if !p.levels.long {
		best = exits.low
	}
	stop := p.levels.loss
	if p.levels.lossReason == trading.ExitLiquidation {
		stop = p.trail.stored // the stop lies behind the liquidation, or there is none
	}
	next, moves := trading.TrailedStop(p.levels.long, best, stop, p.trail.percent, p.trail.tickSize)
	if !moves || !p.levels.isNearer(next) {
		return bar{}, false
	}
	p.levels.loss, p.levels.lossReason = next, trading.ExitTrailingStop
	return bar{open: best, high: money.Max(best, exits.close), low: money.Min(best, exits.close), close: exits.close}, true
}

// isNearer reports whether a price would close the position earlier than what it has.
func (l *levels) isNearer(price money.Decimal) bool {
	if l.loss.IsZero() {
		return true
	}
	if l.long {
		return price.GreaterThan(l.loss)
	}
	return price.LessThan(l.loss)
}

// keep takes over where the stop had followed the price to before the row was read again, unless somebody has put it
// elsewhere meanwhile.
func (p *watched) keep(before *watched, row *trading.Position) {
	isSame := before.trail.percent == p.trail.percent && before.levels.lossReason == trading.ExitTrailingStop
	isOurs := row.StopTrails || before.trail.stored == row.StopLoss
	if p.trail.percent.IsPositive() && isSame && isOurs && p.levels.isNearer(before.levels.loss) {
		p.levels.loss, p.levels.lossReason = before.levels.loss, before.levels.lossReason
	}
}

// moveStop writes into a position where its stop has followed the price to, and tells whether that is news.
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

// exit judges again what a tick has reached, by the levels that the position has now: somebody may have moved them since.
func (h *hit) exit(position *trading.Position) (price money.Decimal, reason trading.ExitReason, reached bool) {
	current := watched{levels: levelsOf(position), trail: trailOf(position, h.trail.tickSize)}
	current.keep(&watched{levels: h.levels, trail: h.trail}, position)
	return current.levels.exit(h.exits)
}
