package bots

import (
	"time"

	"bourse/internal/market"
)

// isNewest reports whether a candle is the last that can have closed by now. Bars in which the market was
// shut do not count, so Friday's is the newest until Monday's has closed.
func isNewest(session market.Session, interval market.Interval, openedAt, now time.Time) bool {
	opens, found := session.NextOpening(openedAt.Add(interval.Duration()))
	return !found || now.Before(interval.Start(opens).Add(interval.Duration()))
}

// leastPatience is how long a candle may be late, however short the timeframe.
const leastPatience = 5 * time.Minute

// isStale reports whether no candle has closed for too long, while the market is open. Since is when the last
// one closed, or when candles began to be expected.
func isStale(session market.Session, interval market.Interval, since, now time.Time) bool {
	opened, found := session.NextOpening(since)
	return found && session.Open(now) && now.Sub(opened) > max(3*interval.Duration(), leastPatience)
}

// tradedFrom and tradedUntil are when a candle's trading begins and ends: the market may open later and close
// earlier than the candle does.
func tradedFrom(session market.Session, candle market.Candle) time.Time {
	end := candle.OpenedAt.Add(candle.Interval.Duration())
	if opens, found := session.NextOpening(candle.OpenedAt); found && opens.Before(end) {
		return opens
	}
	return candle.OpenedAt
}

func tradedUntil(session market.Session, candle market.Candle) time.Time {
	end := candle.OpenedAt.Add(candle.Interval.Duration())
	if _, closes := session.Hours(candle.OpenedAt); closes.After(candle.OpenedAt) && closes.Before(end) {
		end = closes
	}
	return end.Add(-time.Microsecond)
}
