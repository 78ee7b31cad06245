package ml

import (
	"time"

	"bourse/internal/market"
	"bourse/internal/ml/features"
)

// nextCandle is when the next candle after a given one opens in an instrument's trading calendar.
func nextCandle(session market.Session, interval market.Interval, openedAt time.Time) (at time.Time, found bool) {
	opens, found := session.NextOpening(openedAt.Add(interval.Duration()))
	return interval.Start(opens), found
}

// barsOf are candles as the features see them, numbered by the instrument's trading calendar: the numbers of
// neighbours are consecutive, however long the market was closed between them, and jump where the feed has a gap.
func barsOf(session market.Session, candles []market.Candle) []features.Bar {
	bars := make([]features.Bar, len(candles))
	for i, c := range candles {
		bars[i] = features.Bar{
			OpenedAt: c.OpenedAt, Open: c.Open.Float64(), High: c.High.Float64(), Low: c.Low.Float64(),
			Close: c.Close.Float64(), Volume: c.Volume.Float64(),
		}
		if i == 0 {
			continue
		}
		bars[i].Sequence = bars[i-1].Sequence + 1
		if !follows(session, candles[i-1], c) {
			bars[i].Sequence++
		}
	}
	return bars
}

// follows reports whether two candles are adjacent, or the market was closed between them.
func follows(session market.Session, before, after market.Candle) bool {
	if after.OpenedAt.Equal(before.OpenedAt.Add(before.Interval.Duration())) {
		return true
	}
	next, found := nextCandle(session, before.Interval, before.OpenedAt)
	return found && next.Equal(after.OpenedAt)
}

// unbroken is how many of the last bars are consecutive, without a gap.
func unbroken(bars []features.Bar) int {
	for i := len(bars) - 1; i > 0; i-- {
		if bars[i].Sequence != bars[i-1].Sequence+1 {
			return len(bars) - i
		}
	}
	return len(bars)
}
