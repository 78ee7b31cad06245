package risk

import (
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// ExitOf tells whether a tick closes a position, at which price and why. halfSpread is how far bid and ask
// lie from the mark: a long is sold at the bid, a short bought back at the ask.
//
// When the tick opens beyond a level already, the price has jumped over it and nothing better is to be had
// than the open. Otherwise the position closes exactly at the level. The way a price took within one bar is
// not known, so of a stop and a target in the same bar the worse one counts. A short without a stop, or
// with one behind its liquidation, is liquidated. It panics with a *money.OverflowError when a price is too
// large to be one.
func ExitOf(position *trading.Position, tick market.Tick, halfSpread money.Decimal) (price money.Decimal, reason trading.ExitReason, hit bool) {
	levels := levelsOf(position)
	if levels.long {
		halfSpread = halfSpread.Neg()
	}
	return levels.exit(barOf(tick).shift(halfSpread))
}

// levels are the prices at which a position closes by itself; 0 is none.
type levels struct {
	loss       money.Decimal // the stop or the liquidation, whichever comes first
	target     money.Decimal
	lossReason trading.ExitReason
	long       bool
}

func levelsOf(p *trading.Position) levels {
	found := levels{loss: p.StopLoss, lossReason: trading.ExitStop, target: p.TargetPrice, long: p.Side == trading.Buy}
	if p.StopTrails {
		found.lossReason = trading.ExitTrailingStop
	}
	if liquidation := p.LiquidationPrice; !liquidation.IsZero() && (found.loss.IsZero() || liquidation.LessThan(found.loss)) {
		found.loss, found.lossReason = liquidation, trading.ExitLiquidation
	}
	return found
}

// exit tells whether a bar of the prices at which the position could be closed reaches a level.
func (l *levels) exit(b bar) (price money.Decimal, reason trading.ExitReason, hit bool) {
	worst, best := b.low, b.high
	if !l.long {
		worst, best = b.high, b.low
	}
	switch {
	case trading.StopReached(l.long, b.open, l.loss):
		return b.open, l.lossReason, true
	case trading.TargetReached(l.long, b.open, l.target):
		return b.open, trading.ExitTarget, true
	case trading.StopReached(l.long, worst, l.loss):
		return l.loss, l.lossReason, true
	case trading.TargetReached(l.long, best, l.target):
		return l.target, trading.ExitTarget, true
	}
	return money.Zero, "", false
}

// bar is what a price did between two looks at it.
type bar struct{ open, high, low, close money.Decimal }

// barOf reads a tick. What a feed leaves out is the close.
func barOf(tick market.Tick) bar {
	b := bar{open: tick.Open, high: tick.High, low: tick.Low, close: tick.Close}
	for _, price := range [...]*money.Decimal{&b.open, &b.high, &b.low} {
		if !price.IsPositive() {
			*price = tick.Close
		}
	}
	b.high, b.low = money.Max(b.high, b.open, b.close), money.Min(b.low, b.open, b.close)
	return b
}

// plain is the bar of one price, without a way to it.
func plain(price money.Decimal) bar { return bar{price, price, price, price} }

// join adds what the price did next.
func (b bar) join(next bar) bar {
	return bar{open: b.open, high: money.Max(b.high, next.high), low: money.Min(b.low, next.low), close: next.close}
}

// shift moves all prices by the same distance.
func (b bar) shift(by money.Decimal) bar {
	return bar{b.open.Add(by), b.high.Add(by), b.low.Add(by), b.close.Add(by)}
}
