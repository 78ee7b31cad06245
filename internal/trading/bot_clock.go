package trading

import (
	"time"

	"bourse/internal/market"
)

// firstOpen is the first moment from the given one on at which an instrument trades. One that never trades
// again within two weeks is taken not to.
func firstOpen(session market.Session, from time.Time) (at time.Time, found bool) {
	day := utcDay(from.UTC())
	for range 14 {
		opens, closes := session.Hours(day)
		if opens.Before(closes) && from.Before(closes) {
			if opens.After(from) {
				return opens, true
			}
			return from, true
		}
		day = day.AddDate(0, 0, 1)
	}
	return time.Time{}, false
}

// isNewest reports whether a candle is the last that can have closed by now. Bars in which the market was
// shut do not count, so Friday's is the newest until Monday's has closed.
func isNewest(session market.Session, interval market.Interval, openedAt, now time.Time) bool {
	opens, found := firstOpen(session, openedAt.Add(interval.Duration()))
	return !found || now.Before(interval.Start(opens).Add(interval.Duration()))
}

// leastPatience is how long a candle may be late, however short the timeframe.
const leastPatience = 5 * time.Minute

// isStale reports whether no candle has closed for too long, while the market is open. Since is when the last
// one closed, or when candles began to be expected.
func isStale(session market.Session, interval market.Interval, since, now time.Time) bool {
	opened, found := firstOpen(session, since)
	return found && session.Open(now) && now.Sub(opened) > max(3*interval.Duration(), leastPatience)
}

// tradedFrom and tradedUntil are when a candle's trading begins and ends: the market may open later and close
// earlier than the candle does.
func tradedFrom(session market.Session, candle market.Candle) time.Time {
	end := candle.OpenedAt.Add(candle.Interval.Duration())
	if opens, found := firstOpen(session, candle.OpenedAt); found && opens.Before(end) {
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
