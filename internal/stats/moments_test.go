package stats_test

import (
	"math"
	"testing"

	"bourse/internal/stats"

	"pgregory.net/rapid"
)

// momentsOf counts returns one by one, as Welford does.
func momentsOf(returns []float64) stats.Moments {
	var m stats.Moments
	for _, periodic := range returns {
		m.Count++
		if periodic != 0 {
			m.Moves++
		}
		before := periodic - m.Mean
		m.Mean += before / float64(m.Count)
		m.Squares += before * (periodic - m.Mean)
	}
	return m
}

func TestASharpeRatioOfMomentsIsEmpyricals(t *testing.T) {
	t.Parallel()
	wantNear(t, "mixed", stats.SharpeOf(momentsOf(mixed), 252), 1.7238613961706866, 1e-8)
	wantNear(t, "negative", stats.SharpeOf(momentsOf(negative), 252), -24.406808633910085, 1e-8)
}

func TestMomentsKnowAsMuchOfASharpeRatioAsTheReturns(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		returns := rapid.SliceOfN(rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(-.2, .25)), 0, 9).Draw(t, "returns")
		want := stats.Sharpe(returns, 365, 0)
		wantNear(t, "the Sharpe ratio", stats.SharpeOf(momentsOf(returns), 365), want, 1e-6*(1+math.Abs(want)))
	})
}

func TestADeviationOfRoundingAndNoMoreIsNoRisk(t *testing.T) {
	t.Parallel()
	noise := stats.Moments{Count: 5, Moves: 5, Mean: .01, Squares: 4e-28}
	if math.Sqrt(noise.Squares/4) != 1e-14 {
		t.Fatal("the deviation is not the limit")
	}
	if got := stats.SharpeOf(noise, 252); got != 0 {
		t.Errorf("the Sharpe ratio over rounding is %v", got)
	}
	noise.Squares *= 1.01
	if got := stats.SharpeOf(noise, 252); got == 0 {
		t.Error("there is no Sharpe ratio over more than rounding")
	}
}

func TestFourMovesAreTooFewForARatioOfMoments(t *testing.T) {
	t.Parallel()
	if got := stats.SharpeOf(momentsOf([]float64{.01, .02, 0, -.01, .03}), 252); got != 0 {
		t.Errorf("the Sharpe ratio of four moves is %v", got)
	}
	if got := stats.SharpeOf(momentsOf([]float64{.01, .02, .01, -.01, .03}), 252); got <= 0 {
		t.Errorf("the Sharpe ratio of five moves is %v", got)
	}
}

func TestTwoReturnsHaveADeviation(t *testing.T) {
	t.Parallel()
	wantNear(t, "the volatility", stats.AnnualVolatility([]float64{.01, .03}, 1), math.Sqrt2/100, 1e-15)
}
