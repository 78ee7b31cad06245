package engine

import (
	"context"
	"math"
	"slices"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/strategy"
)

// past is the history of one instrument, loaded a part at a time. Its times are microseconds.
type past struct {
	instrument market.Instrument
	warmup     int

	// path is the price within the part: the minutes of a candle where they are stored, else the candle itself.
	path   []market.Candle
	next   int   // the next bar of the path
	isOpen bool  // that bar has opened
	pathAt int64 // when it opens or, if open, closes

	candles []market.Candle // of the timeframe
	closing int             // the candle that closes next
	closeAt int64           // when

	bars   []strategy.Bar  // closed candles, at least as many as a decision looks at
	wanted *trading.Signal // decided on at the last close, to be executed at the next open
	mark   money.Decimal   // the last known price

	first, last      money.Decimal // the first and the last price of all that was played
	played, byMinute int           // candles
}

// never is later than any event.
const never = int64(math.MaxInt64)

// at is the time of the next event: a bar of the path opens or closes, or a candle closes.
func (p *past) at() int64 { return min(p.pathAt, p.closeAt) }

// schedule sets the times of the next events.
func (p *past) schedule() {
	p.pathAt, p.closeAt = never, never
	if p.next < len(p.path) {
		bar := &p.path[p.next]
		if p.isOpen {
			p.pathAt = tradedUntil(p.instrument.Session, bar).UnixMicro()
		} else {
			p.pathAt = tradedFrom(p.instrument.Session, bar).UnixMicro()
		}
	}
	if p.closing < len(p.candles) {
		p.closeAt = tradedUntil(p.instrument.Session, &p.candles[p.closing]).UnixMicro()
	}
}

// Candles is where the past is read from: the newest closed candles of [from, to), at most limit of them, oldest first.
// They may have been fetched just before, so it must return all that are stored.
type Candles interface {
	Instrument(symbol string) (market.Instrument, error)
	RecordedCandles(ctx context.Context, symbol string, interval market.Interval, from, to time.Time, limit int) ([]market.Candle, error)
}

// unlimited is more candles than a part of the past has.
const unlimited = 1 << 30

// warmUp reads the candles before the past, which its first decision needs.
func (p *past) warmUp(ctx context.Context, from Candles, timeframe market.Interval, before time.Time) error {
	candles, err := from.RecordedCandles(ctx, p.instrument.Symbol, timeframe, time.Time{}, before, p.warmup)
	p.bars = BarsOf(candles)
	if len(candles) > 0 {
		p.mark = candles[len(candles)-1].Close
	}
	return err
}

// load reads a part of the past.
func (p *past) load(ctx context.Context, from Candles, timeframe market.Interval, begin, end time.Time) (err error) {
	p.next, p.closing, p.isOpen = 0, 0, false
	p.candles, err = from.RecordedCandles(ctx, p.instrument.Symbol, timeframe, begin, end, unlimited)
	if err != nil {
		return err
	}
	p.path = p.candles
	p.played += len(p.candles)
	if timeframe == market.Minute {
		p.byMinute += len(p.candles)
	} else {
		minutes, err := from.RecordedCandles(ctx, p.instrument.Symbol, market.Minute, begin, end, unlimited)
		if err != nil {
			return err
		}
		var fine int
		p.path, fine = pathOf(p.candles, minutes)
		p.byMinute += fine
	}
	p.schedule()
	return nil
}

// pathOf replaces each candle by its minutes if these reproduce its prices, and returns for how many candles they do. If
// some are missing, the candle itself says more. Minutes without a candle stay, since they are prices too.
func pathOf(candles, minutes []market.Candle) (path []market.Candle, byMinute int) {
	if len(minutes) == 0 {
		return candles, 0
	}
	path = make([]market.Candle, 0, len(minutes))
	for _, candle := range candles {
		before, _ := slices.BinarySearchFunc(minutes, candle.OpenedAt, byOpening)
		path, minutes = append(path, minutes[:before]...), minutes[before:]
		within, _ := slices.BinarySearchFunc(minutes, candle.OpenedAt.Add(candle.Interval.Duration()), byOpening)
		if makeUp(minutes[:within], candle) {
			path = append(path, minutes[:within]...)
			byMinute++
		} else {
			path = append(path, candle)
		}
		minutes = minutes[within:]
	}
	return append(path, minutes...), byMinute
}

func byOpening(candle market.Candle, at time.Time) int { return candle.OpenedAt.Compare(at) }

// makeUp reports whether minutes reproduce the prices of the candle that they lie in.
func makeUp(minutes []market.Candle, candle market.Candle) bool {
	if len(minutes) == 0 {
		return false
	}
	high, low := minutes[0].High, minutes[0].Low
	for _, minute := range minutes[1:] {
		high, low = money.Max(high, minute.High), money.Min(low, minute.Low)
	}
	return minutes[0].Open == candle.Open && minutes[len(minutes)-1].Close == candle.Close && high == candle.High && low == candle.Low
}

// bar is the next bar of the path.
func (p *past) bar() *market.Candle { return &p.path[p.next] }

// opens opens the next bar.
func (p *past) opens() {
	p.mark, p.isOpen = p.bar().Open, true
	if p.first.IsZero() {
		p.first = p.mark
	}
	p.pathAt = tradedUntil(p.instrument.Session, p.bar()).UnixMicro()
}

// closes closes the open bar.
func (p *past) closes() {
	p.mark, p.isOpen = p.bar().Close, false
	p.last = p.mark
	p.next++
	p.pathAt = never
	if p.next < len(p.path) {
		p.pathAt = tradedFrom(p.instrument.Session, p.bar()).UnixMicro()
	}
}

// keptBars is how many bars, beyond those that a decision looks at, are kept before the oldest are dropped together.
const keptBars = 4096

// closesCandle closes the next candle, and returns the market at that time.
func (p *past) closesCandle() Snapshot {
	if len(p.bars) >= p.warmup+keptBars {
		p.bars = p.bars[:copy(p.bars, p.bars[len(p.bars)-p.warmup:])]
	}
	p.bars = append(p.bars, barOf(p.candles[p.closing]))
	p.closing++
	p.closeAt = never
	if p.closing < len(p.candles) {
		p.closeAt = tradedUntil(p.instrument.Session, &p.candles[p.closing]).UnixMicro()
	}
	return p.seen()
}

// seen is the market after the last closed candle.
func (p *past) seen() Snapshot {
	return Snapshot{Instrument: p.instrument, Bars: p.bars[max(0, len(p.bars)-p.warmup):]}
}
