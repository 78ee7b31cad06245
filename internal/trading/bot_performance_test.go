package trading_test

import (
	"math"
	"testing"
	"time"

	"bourse/internal/money"
	"bourse/internal/trading"
)

func TestPerformanceIsWhatTheTradesMadeOfTheCapital(t *testing.T) {
	t.Parallel()
	trade := func(openedDay, closedDay int, realized string) trading.Trade {
		return trading.Trade{
			RealizedPnL: money.MustParse(realized), OpenedAt: botNoon.AddDate(0, 0, openedDay), ClosedAt: botNoon.AddDate(0, 0, closedDay).Add(time.Hour),
		}
	}
	// The balance goes 1000, 1100, 990, 1040: days 0 to 3 return 0, 0.1, −0.1 and, after a day of rest, 0.0505….
	got := trading.PerformanceOf([]trading.Trade{
		trade(4, 4, "50"), trade(0, 1, "100"), trade(1, 2, "-110"),
	}, money.FromInt(1000), 365)
	returns := []float64{0, .1, -.1, 0, 50.0 / 990}
	mean, squares := 0.0, 0.0
	for _, r := range returns {
		mean += r / 5
	}
	for _, r := range returns {
		squares += (r - mean) * (r - mean)
	}
	sharpe := mean / math.Sqrt(squares/4) * math.Sqrt(365)
	want := trading.Performance{
		TotalReturn: money.MustParse("0.04"), WinRate: money.MustParse("0.66666667"), SharpeRatio: got.SharpeRatio,
		MaxDrawdown: money.MustParse("0.1"), ProfitFactor: money.MustParse("1.36363636"), Expectancy: money.MustParse("13.33333333"),
		ClosedTrades: 3, Observations: 5,
	}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if math.Abs(got.SharpeRatio.Float64()-sharpe) > 1e-7 {
		t.Errorf("the Sharpe ratio is %s, want %f", got.SharpeRatio, sharpe)
	}
}

func TestWhatHasNoPerformanceHasZero(t *testing.T) {
	t.Parallel()
	if got := trading.PerformanceOf(nil, money.FromInt(1000), 365); got != (trading.Performance{}) {
		t.Errorf("without trades it is %+v", got)
	}
	one := trading.Trade{RealizedPnL: money.FromInt(5), OpenedAt: botNoon, ClosedAt: botNoon}
	got := trading.PerformanceOf([]trading.Trade{one}, money.FromInt(1000), 365)
	if !got.SharpeRatio.IsZero() || !got.ProfitFactor.IsZero() || got.Observations != 1 || got.WinRate != money.FromInt(1) {
		t.Errorf("of a single trade it is %+v", got)
	}
}
