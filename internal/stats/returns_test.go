package stats_test

import (
	"math"
	"testing"

	"bourse/internal/stats"

	"pgregory.net/rapid"
)

func TestCumulativeReturnsAreEmpyricals(t *testing.T) {
	t.Parallel()
	want := []float64{0.01, 0.111, 0.066559, 0.08789, 0.12052, 0.14293, 0.15436, 0.03893}
	for i, got := range stats.Cumulative(mixed) {
		wantNear(t, "the cumulative return", got, want[i], 1e-4)
	}
	wantNear(t, "the total return", stats.Total(mixed), 0.038931091700480147, 1e-12)
	negative := []float64{0, -.06, -.07, -.01, -.09, -.02, -.06, -.08, -.05}
	wantNear(t, "the total of losses", stats.Total(negative), -0.36590, 1e-5)
}

func TestAnnualReturnsAreEmpyricals(t *testing.T) {
	t.Parallel()
	weekly := append([]float64{0}, mixed...)
	wantNear(t, "daily", stats.AnnualReturn(gapped, 252), 1.9135925373194231, 1e-9)
	wantNear(t, "one day", stats.AnnualReturn([]float64{.01}, 252), 11.274002099240244, 1e-9)
	wantNear(t, "years", stats.AnnualReturn([]float64{.03, .03, .03}, 1), .03, 1e-9)
	wantNear(t, "weekly", stats.AnnualReturn(weekly, 52), 0.24690830513998208, 1e-9)
	wantNear(t, "monthly", stats.AnnualReturn(weekly, 12), 0.052242061386048144, 1e-9)
}

func TestTheYearlyRateOfAGrowthIsFreqtrades(t *testing.T) {
	t.Parallel()
	growth := []float64{176000.0/64900 - 1}
	wantNear(t, "three years", stats.AnnualReturn(growth, 1.0/3), 0.3945, 5e-5)
	for name, c := range map[string]struct{ growth, periodsPerYear, want float64 }{
		"all is lost":       {-1, .5, -1},
		"more than all":     {-2, .5, -1},
		"no time":           {1, 0, 0},
		"beyond float64":    {1e300, 1000, 0},
		"half a year":       {.1, 2, .21},
		"nothing has moved": {0, 1.0 / 7, 0},
	} {
		wantNear(t, name, stats.AnnualReturn([]float64{c.growth}, c.periodsPerYear), c.want, 1e-12)
	}
}

func TestAReturnThatIsNotFiniteChangesNothing(t *testing.T) {
	t.Parallel()
	got := stats.Cumulative([]float64{.1, math.NaN(), math.Inf(1), .1})
	for i, want := range []float64{.1, .1, .1, .21} {
		wantNear(t, "the cumulative return", got[i], want, 1e-12)
	}
}

func TestNoMoreThanEverythingCanBeLost(t *testing.T) {
	t.Parallel()
	wantNear(t, "the total", stats.Total([]float64{-3, -3, .5}), -1, 0)
}

func TestNoMeasureIsEverNaNOrInfinite(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := anything().Draw(t, "values")
		year := rapid.SampledFrom([]float64{-1, 0, 12, 252, 365}).Draw(t, "periods")
		rate := rapid.Float64Range(-1, 1).Draw(t, "rate")
		s := stats.Summarize(values, year, rate)
		wantFinite(t, "a measure of returns", s.TotalReturn, s.AnnualReturn, s.AnnualVolatility, s.Sharpe,
			s.Sortino, s.Calmar, s.MaxDrawdown, s.Best, s.Worst)
		wantFinite(t, "a cumulative return", stats.Cumulative(values)...)
		for _, d := range []stats.Drawdowns{stats.DrawdownOfEquity(values), stats.DrawdownOfReturns(values)} {
			wantFinite(t, "a drawdown", d.Absolute.Absolute, d.Absolute.Relative, d.Relative.Absolute, d.Relative.Relative)
		}
	})
}
