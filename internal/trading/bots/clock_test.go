package bots_test

import (
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/internal/trading/bots"
)

func TestCandlesAreMissedOnlyWhileTheMarketIsOpen(t *testing.T) {
	t.Parallel()
	friday := time.Date(2026, 3, 13, 20, 0, 0, 0, time.UTC) // the close in New York
	monday := time.Date(2026, 3, 16, 13, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		interval market.Interval
		now      time.Time
		want     bool
	}{
		"on Saturday":                     {market.Minute, friday.Add(20 * time.Hour), false},
		"right after the open":            {market.Minute, monday.Add(5 * time.Minute), false},
		"six minutes after the open":      {market.Minute, monday.Add(6 * time.Minute), true},
		"an hour after, for hourly bars":  {market.Hour, monday.Add(time.Hour), false},
		"four hours after, for hourly":    {market.Hour, monday.Add(4 * time.Hour), true},
		"in the middle of the week, days": {market.Day, monday.Add(50 * time.Hour), false},
	} {
		if got := bots.IsStale(market.USEquity, c.interval, friday, c.now); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
