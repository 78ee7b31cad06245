package market

import "bourse/internal/money"

// TickDown is the highest price on the tick that is not above the given one, and at least one tick: nothing is free. A tick
// size of 0 leaves a price as it is. It panics with a *money.OverflowError as arithmetic does.
func TickDown(price, tickSize money.Decimal) money.Decimal {
	if !tickSize.IsPositive() {
		return price
	}
	return money.Max(price.FloorTo(tickSize), tickSize)
}

// TickUp is the lowest price on the tick that is not below the given one, otherwise like TickDown.
func TickUp(price, tickSize money.Decimal) money.Decimal {
	down := TickDown(price, tickSize)
	if down.LessThan(price) {
		return down.Add(tickSize)
	}
	return down
}

// TickNearest is the price on the tick nearest to the given one, the higher of two that are equally near. It preserves the
// order of prices: a candle's high stays the highest.
func TickNearest(price, tickSize money.Decimal) money.Decimal {
	down := TickDown(price, tickSize)
	if rest := price.Sub(down); rest.IsPositive() && !rest.Add(rest).LessThan(tickSize) {
		return down.Add(tickSize)
	}
	return down
}

// onTick rounds the prices of a tick to the tick size: traded prices to the nearest, the bid down and the ask up. Missing
// prices stay missing. It fails when a price is too large.
func (t Tick) onTick(tickSize money.Decimal) (_ Tick, err error) {
	defer money.Catch(&err)
	for _, price := range [...]*money.Decimal{&t.Open, &t.High, &t.Low, &t.Close} {
		if price.IsPositive() {
			*price = TickNearest(*price, tickSize)
		}
	}
	if t.Bid.IsPositive() && t.Ask.IsPositive() {
		t.Bid, t.Ask = TickDown(t.Bid, tickSize), TickUp(t.Ask, tickSize)
	}
	return t, nil
}

// onTick rounds the prices of candles to the tick sizes of their instruments, each to the nearest, in place. Candles of
// unknown symbols, and prices that are too large, stay as they are.
func (l *listings) onTick(candles []Candle) []Candle {
	for i := range candles {
		entry, known := l.bySymbol[candles[i].Symbol]
		if !known {
			continue
		}
		if rounded, err := candles[i].onTick(entry.TickSize); err == nil {
			candles[i] = rounded
		}
	}
	return candles
}

func (c Candle) onTick(tickSize money.Decimal) (_ Candle, err error) {
	defer money.Catch(&err)
	for _, price := range [...]*money.Decimal{&c.Open, &c.High, &c.Low, &c.Close} {
		*price = TickNearest(*price, tickSize)
	}
	return c, nil
}
