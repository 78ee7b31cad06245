package stats_test

import (
	"math"
	"testing"

	"bourse/internal/stats"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestExpectancyIsFreqtrades(t *testing.T) {
	t.Parallel()
	results := []float64{100, 200, 50, -150, 300, -100, 80, -30}
	wantNear(t, "the expectancy", stats.Expectancy(results), 56.25, 1e-12)
	wantNear(t, "the expectancy ratio", stats.ExpectancyRatio(results), 0.60267857, 1e-8)
	wantNear(t, "the win rate", stats.WinRate(results), .625, 0)
	wantNear(t, "the profit factor", stats.ProfitFactor(results), 730.0/280, 1e-12)
}

func TestTradesAddUp(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		results []float64
		want    stats.Trades
	}{
		"none": {nil, stats.Trades{}},
		"one win": {[]float64{10}, stats.Trades{
			Count: 1, Wins: 1, GrossProfit: 10, NetProfit: 10, WinRate: 1, Expectancy: 10, AverageWin: 10, Best: 10, Worst: 10,
		}},
		"one loss": {[]float64{-10}, stats.Trades{
			Count: 1, Losses: 1, GrossLoss: 10, NetProfit: -10, Expectancy: -10, ExpectancyRatio: -1, AverageLoss: 10,
			Best: -10, Worst: -10,
		}},
		"breaking even is no win": {[]float64{0, 0}, stats.Trades{Count: 2}},
		"mixed, with a gap": {[]float64{30, math.NaN(), -10, 0, -10}, stats.Trades{
			Count: 4, Wins: 1, Losses: 2, GrossProfit: 30, GrossLoss: 20, NetProfit: 10, WinRate: .25, ProfitFactor: 1.5,
			Expectancy: 2.5, ExpectancyRatio: 0, AverageWin: 30, AverageLoss: 10, Best: 30, Worst: -10,
		}},
	} {
		if diff := cmp.Diff(c.want, stats.SummarizeTrades(c.results), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
