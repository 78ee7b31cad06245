package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bourse/internal/money"
	"bourse/internal/stats"
	"bourse/internal/trading/engine"
	"bourse/internal/trading/tradingtest"
)

func TestRunningSumsAreThoseOfEverything(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(rand.Uint64(), 1))
	for range 50 {
		capital := money.FromInt(100_000)
		results, equity := []float64{}, []float64{capital.Float64()}
		sums := engine.NewResults(capital)
		sums.Begin(0)
		for day := range 1 + random.IntN(80) {
			for range random.IntN(4) {
				result := money.FromUnits(random.Int64N(2_000_00000000) - 1_000_00000000)
				sums.AddClosing(result)
				results = append(results, result.Float64())
			}
			value := money.FromUnits(int64(equity[day]*1e8) + int64(random.IntN(3))*(random.Int64N(2_000_00000000)-1_000_00000000))
			sums.AddDay(value)
			equity = append(equity, value.Float64())
		}
		returns := make([]float64, len(equity)-1)
		for i := range returns {
			returns[i] = equity[i+1]/equity[i] - 1
		}
		got := sums.Performance(money.MustParse("100000"), capital, sums.Day)
		trades := tradingtest.FiguresOfTrades(results)
		near := func(what string, got money.Decimal, want float64) {
			if math.Abs(got.Float64()-want) > 1e-7*max(1, math.Abs(want)) {
				t.Errorf("%s is %s, want %f", what, got, want)
			}
		}
		near("the win rate", got.WinRate, trades.WinRate)
		near("the profit factor", got.ProfitFactor, trades.ProfitFactor)
		near("the expectancy", got.Expectancy, trades.Expectancy)
		near("the Sharpe ratio", got.SharpeRatio, stats.Sharpe(returns, 365, 0))
		near("the drawdown", got.MaxDrawdown, stats.DrawdownOfEquity(equity).Relative.Relative)
		if got.ClosedTrades != trades.Count || got.Observations != len(returns) {
			t.Errorf("%d trades and %d days, want %d and %d", got.ClosedTrades, got.Observations, trades.Count, len(returns))
		}
	}
}

func TestTheExpectancyIsFreqtrades(t *testing.T) {
	t.Parallel()
	capital := money.FromInt(1000)
	results := engine.NewResults(capital)
	for _, result := range []int64{100, 200, 50, -150, 300, -100, 80, -30} {
		results.AddClosing(money.FromInt(result))
	}
	got := results.Performance(capital, capital, results.Day)
	for what, c := range map[string]struct{ got, want money.Decimal }{
		"expectancy":    {got.Expectancy, money.MustParse("56.25")},
		"win rate":      {got.WinRate, money.MustParse("0.625")},
		"profit factor": {got.ProfitFactor, engine.Ratio(money.FromInt(730), money.FromInt(280))},
	} {
		if !c.got.Equal(c.want) {
			t.Errorf("the %s is %s, want %s", what, c.got, c.want)
		}
	}
}

func TestWhatHasNoPerformanceHasZero(t *testing.T) {
	t.Parallel()
	capital := money.FromInt(1000)
	nothing := engine.NewResults(capital)
	if got := nothing.Performance(capital, capital, nothing.Day); got != (engine.Performance{}) {
		t.Errorf("without trades it is %+v", got)
	}
}
