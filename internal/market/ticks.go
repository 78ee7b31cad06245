package market

import "bourse/internal/money"

// TickDown is the highest price on the tick that is not above the given one, and at least one tick: nothing is for
// free. A tick size of 0 leaves a price as it is. It panics with a *money.OverflowError as arithmetic does.
func TickDown(price, tickSize money.Decimal) money.Decimal {
	if !tickSize.IsPositive() {
		return price
	}
	return money.Max(price.FloorTo(tickSize), tickSize)
}

// TickUp is the lowest price on the tick that is not below the given one, as TickDown is the highest.
func TickUp(price, tickSize money.Decimal) money.Decimal {
	down := TickDown(price, tickSize)
	if down.LessThan(price) {
		return down.Add(tickSize)
	}
	return down
}

// TickNearest is the price on the tick that is nearest to the given one; of two that are as near it is the higher. It
// keeps the order of prices: the highest of a candle stays the highest.
func TickNearest(price, tickSize money.Decimal) money.Decimal {
	down := TickDown(price, tickSize)
	if rest := price.Sub(down); rest.IsPositive() && !rest.Add(rest).LessThan(tickSize) {
		return down.Add(tickSize)
	}
	return down
}

// onTick brings the prices of a tick to the tick size: those that were traded to the nearest, the bid down and the ask
// up. What a feed has left out stays so. It fails when a price is too large to be one.
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

// onTick brings the prices of candles to the tick sizes of their instruments, each to the nearest. It changes the given
// ones. Candles of unknown symbols, and prices too large to be one, stay as they are.
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
