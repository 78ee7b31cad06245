package stats_test

import (
	"math"
	"slices"
	"testing"

	"bourse/internal/stats"

	"pgregory.net/rapid"
)

var (
	positive   = []float64{.01, .02, .01, .01, .01, .01, .01, .01, .01}
	negative   = []float64{0, -.06, -.07, -.01, -.09, -.02, -.06, -.08, -.05}
	benchmark  = []float64{0, .01, 0, .01, 0, .01, 0, .01, 0}
	empyrical1 = []float64{-0.00171614, 0.01322056, 0.03063862, -0.01422057, -0.00489779, 0.01268925, -0.03357711, 0.01797036}
	empyrical2 = []float64{0.01846232, 0.00793951, -0.01448395, 0.00422537, -0.00339611, 0.03756813, 0.0151531, 0.03549769}
)

func TestRatiosAreEmpyricals(t *testing.T) {
	t.Parallel()
	const precision = 1e-8 // as in empyrical's own tests
	weekly := append([]float64{0}, mixed...)
	for name, c := range map[string]struct{ got, want float64 }{
		"Sharpe, mixed":            {stats.Sharpe(mixed, 252, 0), 1.7238613961706866},
		"Sharpe, positive":         {stats.Sharpe(positive, 252, 0), 52.915026221291804},
		"Sharpe, negative":         {stats.Sharpe(negative, 252, 0), -24.406808633910085},
		"Sortino, mixed":           {stats.Sortino(mixed, 252, 0), 2.605531251673693},
		"Sortino, mixed above 1 %": {stats.Sortino(mixed, 252, .01), -1.3934779588919977},
		"Sortino, negative":        {stats.Sortino(negative, 252, 0), -13.532743075043401},
		"Sortino, weekly":          {stats.Sortino(weekly, 52, 0), 1.1158901056866439},
		"Sortino, monthly":         {stats.Sortino(weekly, 12, 0), 0.53605626741889756},
		"Sortino, one":             {stats.Sortino(empyrical1, 252, 0), 3.0639640966566306},
		"Sortino, two":             {stats.Sortino(empyrical2, 252, 0), 38.090963117002495},
		"volatility, mixed":        {stats.AnnualVolatility(mixed, 252), 0.9136465399704637},
		"volatility, weekly":       {stats.AnnualVolatility(weekly, 52), 0.38851569394870583},
		"volatility, monthly":      {stats.AnnualVolatility(weekly, 12), 0.18663690238892558},
		"Calmar, weekly":           {stats.Summarize(weekly, 52, 0).Calmar, 2.4690830513998208},
		"Calmar, monthly":          {stats.Summarize(weekly, 12, 0).Calmar, 0.52242061386048144},
	} {
		wantNear(t, name, c.got, c.want, precision)
	}
}

func TestWhatIsUndefinedIsZero(t *testing.T) {
	t.Parallel()
	compounding := make([]float64, 0, 300) // a constant rate, as it looks after rounding
	for value := 100.0; len(compounding) < 300; value *= 1.0003 {
		compounding = append(compounding, value*1.0003/value-1)
	}
	constant := []float64{.01, .01, .01, .01, .01, .01, .01, .01, .01}
	for name, got := range map[string]float64{
		"Sharpe of none":               stats.Sharpe(nil, 252, 0),
		"Sharpe of one":                stats.Sharpe([]float64{.01}, 252, 0),
		"Sharpe of a constant":         stats.Sharpe(constant, 252, 0),
		"Sharpe of a rounded constant": stats.Sharpe(compounding, 252, 0),
		"Sharpe of gaps":               stats.Sharpe([]float64{math.NaN(), .01, math.Inf(1)}, 252, 0),
		"Sortino of none":              stats.Sortino(nil, 252, 0),
		"Sortino of one":               stats.Sortino([]float64{-.01}, 252, 0),
		"Sortino without loss":         stats.Sortino(positive, 252, 0),
		"Sortino of the benchmark":     stats.Sortino(benchmark, 252, 0),
		"volatility of none":           stats.AnnualVolatility(nil, 252),
		"volatility of one":            stats.AnnualVolatility([]float64{.3}, 252),
		"volatility of a constant":     stats.AnnualVolatility(constant, 252),
		"Calmar of none":               stats.Summarize(nil, 252, 0).Calmar,
		"Calmar of one":                stats.Summarize([]float64{.01}, 252, 0).Calmar,
		"Calmar without drawdown":      stats.Summarize(positive, 252, 0).Calmar,
		"annual return of none":        stats.AnnualReturn(nil, 252),
		"annual return beyond float64": stats.AnnualReturn([]float64{1000}, 252),
		"the total of none":            stats.Total(nil),
	} {
		if got != 0 {
			t.Errorf("%s is %v, want 0", name, got)
		}
	}
}

func TestTheRiskFreeReturnIsThatOfAPeriod(t *testing.T) {
	t.Parallel()
	shifted := make([]float64, len(mixed))
	for i, daily := range mixed {
		shifted[i] = daily - .002
	}
	wantNear(t, "the Sharpe ratio", stats.Sharpe(mixed, 252, .002), stats.Sharpe(shifted, 252, 0), 1e-9)
	wantNear(t, "the Sortino ratio", stats.Sortino(mixed, 252, .002), stats.Sortino(shifted, 252, 0), 1e-9)
}

func TestASummaryCountsItsObservations(t *testing.T) {
	t.Parallel()
	got := stats.Summarize(gapped, 252, 0)
	if got.Observations != len(mixed) {
		t.Errorf("%d observations, want %d", got.Observations, len(mixed))
	}
	wantNear(t, "Sharpe", got.Sharpe, 1.7238613961706866, 1e-9)
	wantNear(t, "the drawdown", got.MaxDrawdown, .1, 1e-9)
	wantNear(t, "the best day", got.Best, .1, 0)
	wantNear(t, "the worst day", got.Worst, -.1, 0)
}

func TestRatiosDoNotDependOnTheStake(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		returns := dailyReturns(2).Draw(t, "returns")
		stake := rapid.Float64Range(.1, 10).Draw(t, "stake")
		scaled := make([]float64, len(returns))
		for i, daily := range returns {
			scaled[i] = daily * stake
		}
		if stats.AnnualVolatility(returns, 1) < 1e-9 || slices.Min(returns) > -1e-7 {
			return // ratios over almost nothing are mere rounding noise
		}
		for what, ratio := range map[string]func([]float64, float64, float64) float64{
			"Sharpe": stats.Sharpe, "Sortino": stats.Sortino,
		} {
			before, after := ratio(returns, 252, 0), ratio(scaled, 252, 0)
			wantNear(t, what, after, before, 1e-6*max(1, math.Abs(before)))
		}
	})
}
