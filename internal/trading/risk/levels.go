package risk

import (
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// ExitOf reports whether a tick closes a position, at which price and why. The quote at its close gives the distance of bid
// and ask from the mark: a long is sold at the bid, a short bought back at the ask.
//
// When the tick opens beyond a level, the price has jumped over it and the position closes at the open, since no better
// price was available. Otherwise it closes exactly at the level. The path of the price within a bar is unknown, so if it
// reaches both a stop and a target, the worse one counts. A short without a stop, or with one beyond its liquidation price,
// is liquidated. It panics with a *money.OverflowError when a price is too large.
func ExitOf(position *trading.Position, tick market.Tick, quote market.Quote) (price money.Decimal, reason trading.ExitReason, hit bool) {
	levels, away := levelsOf(position), toAsks(quote)
	if levels.long {
		away = toBids(quote)
	}
	if price, reason, hit = levels.exit(barOf(tick).shift(away)); hit {
		price = trading.OnTick(position.Side.Opposite(), price, quote.TickSize)
	}
	return price, reason, hit
}

// toBids and toAsks are the distances from the marks to the prices at which a position could be closed.
func toBids(quote market.Quote) money.Decimal {
	return money.Min(quote.Bid.Sub(quote.Mark), money.Zero)
}
func toAsks(quote market.Quote) money.Decimal {
	return money.Max(quote.Ask.Sub(quote.Mark), money.Zero)
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

// exit reports whether a bar of the prices at which the position could be closed reaches a level.
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

// bar is the movement of a price between two looks at it.
type bar struct{ open, high, low, close money.Decimal }

// barOf converts a tick. Missing prices are those of the close.
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

// plain is the bar of a single price.
func plain(price money.Decimal) bar { return bar{price, price, price, price} }

// join adds what the price did next.
func (b bar) join(next bar) bar {
	return bar{open: b.open, high: money.Max(b.high, next.high), low: money.Min(b.low, next.low), close: next.close}
}

// shift moves all prices by the same distance.
func (b bar) shift(by money.Decimal) bar {
	return bar{b.open.Add(by), b.high.Add(by), b.low.Add(by), b.close.Add(by)}
}
