package engine

import (
	"time"

	"bourse/internal/market"
)

// IsNewest reports whether a candle is the last one that can have closed by now. Bars in which the market was closed do not
// count, so Friday's is the newest until Monday's has closed.
func IsNewest(session market.Session, interval market.Interval, openedAt, now time.Time) bool {
	opens, found := session.NextOpening(openedAt.Add(interval.Duration()))
	return !found || now.Before(interval.Start(opens).Add(interval.Duration()))
}

// tradedFrom and tradedUntil are when trading in a candle begins and ends: the market may open later and close earlier than
// the candle does.
func tradedFrom(session market.Session, candle *market.Candle) time.Time {
	if session == market.Always {
		return candle.OpenedAt
	}
	end := candle.OpenedAt.Add(candle.Interval.Duration())
	if opens, found := session.NextOpening(candle.OpenedAt); found && opens.Before(end) {
		return opens
	}
	return candle.OpenedAt
}

func tradedUntil(session market.Session, candle *market.Candle) time.Time {
	end := candle.OpenedAt.Add(candle.Interval.Duration())
	if session == market.Always {
		return end.Add(-time.Microsecond)
	}
	if _, closes := session.Hours(candle.OpenedAt); closes.After(candle.OpenedAt) && closes.Before(end) {
		end = closes
	}
	return end.Add(-time.Microsecond)
}
