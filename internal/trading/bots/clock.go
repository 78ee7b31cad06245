package bots

import (
	"time"

	"bourse/internal/market"
)

// leastPatience is how long a candle may be late, however short the timeframe.
const leastPatience = 5 * time.Minute

// isStale reports whether no candle has closed for too long while the market was open. since is when the last one closed,
// or when candles began to be expected.
func isStale(session market.Session, interval market.Interval, since, now time.Time) bool {
	opened, found := session.NextOpening(since)
	return found && session.Open(now) && now.Sub(opened) > max(3*interval.Duration(), leastPatience)
}
