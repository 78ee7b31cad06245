package risk_test

import (
	"testing"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

func TestATickClosesAPositionWhereItReachesALevel(t *testing.T) {
	t.Parallel()
	// The half spread is 1: a long is checked against prices one below those of the bar, a short one above.
	type prices = [4]string // open, high, low, close
	cases := map[string]struct {
		side                      trading.Side
		stop, target, liquidation string
		bar                       prices
		price                     string // empty when nothing happens
		reason                    trading.ExitReason
	}{
		"a long between its levels":                       {trading.Buy, "90", "110", "", prices{"100", "105", "95", "100"}, "", ""},
		"a long's bid reaches the stop":                   {trading.Buy, "90", "110", "", prices{"100", "100", "91", "95"}, "90", trading.ExitStop},
		"a long's bid stays above the stop":               {trading.Buy, "90", "110", "", prices{"100", "100", "91.00000001", "95"}, "", ""},
		"a long's bid reaches the target":                 {trading.Buy, "90", "110", "", prices{"100", "111", "100", "105"}, "110", trading.ExitTarget},
		"a long's mark reaches the target, its bid not":   {trading.Buy, "90", "110", "", prices{"100", "110.99999999", "100", "105"}, "", ""},
		"a long with both in one bar":                     {trading.Buy, "90", "110", "", prices{"100", "120", "80", "100"}, "90", trading.ExitStop},
		"a long that opens below its stop":                {trading.Buy, "90", "110", "", prices{"85", "120", "80", "100"}, "84", trading.ExitStop},
		"a long that opens above its target":              {trading.Buy, "90", "110", "", prices{"115", "120", "80", "100"}, "114", trading.ExitTarget},
		"a long without a stop":                           {trading.Buy, "", "110", "", prices{"100", "100", "1", "50"}, "", ""},
		"a long without a target":                         {trading.Buy, "90", "", "", prices{"100", "900", "100", "800"}, "", ""},
		"a long without levels":                           {trading.Buy, "", "", "", prices{"100", "900", "1", "800"}, "", ""},
		"a short between its levels":                      {trading.Sell, "110", "90", "195", prices{"100", "105", "95", "100"}, "", ""},
		"a short's ask reaches the stop":                  {trading.Sell, "110", "90", "195", prices{"100", "109", "100", "105"}, "110", trading.ExitStop},
		"a short's ask stays below the stop":              {trading.Sell, "110", "90", "195", prices{"100", "108.99999999", "100", "105"}, "", ""},
		"a short's ask reaches the target":                {trading.Sell, "110", "90", "195", prices{"100", "100", "89", "95"}, "90", trading.ExitTarget},
		"a short's mark reaches the target, its ask not":  {trading.Sell, "110", "90", "195", prices{"100", "100", "89.00000001", "95"}, "", ""},
		"a short with both in one bar":                    {trading.Sell, "110", "90", "195", prices{"100", "120", "80", "100"}, "110", trading.ExitStop},
		"a short that opens above its stop":               {trading.Sell, "110", "90", "195", prices{"120", "130", "80", "100"}, "121", trading.ExitStop},
		"a short that opens below its target":             {trading.Sell, "110", "90", "195", prices{"85", "130", "80", "100"}, "86", trading.ExitTarget},
		"a short passes its stop before its liquidation":  {trading.Sell, "110", "90", "195", prices{"100", "300", "100", "300"}, "110", trading.ExitStop},
		"a short opens beyond stop and liquidation":       {trading.Sell, "110", "90", "195", prices{"250", "300", "200", "300"}, "251", trading.ExitStop},
		"a short without a stop is liquidated":            {trading.Sell, "", "90", "195", prices{"100", "194", "100", "150"}, "195", trading.ExitLiquidation},
		"a short without a stop, below its liquidation":   {trading.Sell, "", "90", "195", prices{"100", "193.99999999", "100", "150"}, "", ""},
		"a short with a stop behind its liquidation":      {trading.Sell, "198", "90", "195", prices{"100", "250", "100", "150"}, "195", trading.ExitLiquidation},
		"a short with both liquidation and target in one": {trading.Sell, "", "90", "195", prices{"100", "250", "50", "150"}, "195", trading.ExitLiquidation},
		"a short that opens beyond its liquidation":       {trading.Sell, "", "90", "195", prices{"300", "310", "290", "300"}, "301", trading.ExitLiquidation},
		"a tick of one price":                             {trading.Buy, "90", "110", "", prices{"", "", "", "85"}, "84", trading.ExitStop},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			position := &trading.Position{
				Side: c.side, StopLoss: tradingtest.Number(c.stop), TargetPrice: tradingtest.Number(c.target), LiquidationPrice: tradingtest.Number(c.liquidation),
			}
			tick := market.Tick{Open: tradingtest.Number(c.bar[0]), High: tradingtest.Number(c.bar[1]), Low: tradingtest.Number(c.bar[2]), Close: tradingtest.Number(c.bar[3])}
			quote := market.Quote{Mark: tick.Close, Bid: tick.Close.Sub(money.FromInt(1)), Ask: tick.Close.Add(money.FromInt(1))}
			price, reason, hit := risk.ExitOf(position, tick, quote)
			if hit != (c.price != "") || price != tradingtest.Number(c.price) || reason != c.reason {
				t.Errorf("closed %t at %s for %q, want %q for %q", hit, price, reason, c.price, c.reason)
			}
		})
	}
}
