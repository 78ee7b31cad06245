package stats_test

import (
	"math"
	"testing"

	"bourse/internal/stats"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestTheTwoLargestDrawdownsCanBeDifferentStretches(t *testing.T) {
	t.Parallel()
	// freqtrade's example, in thousands: a capital of 1 that takes 0, −0.5, 0.5, 10 and −1.
	got := stats.DrawdownOfReturns([]float64{0, -.5, 1, 10, -1.0 / 11})
	want := stats.Drawdowns{
		Absolute: stats.Drawdown{Absolute: 1, Relative: 0.090909, Peak: 3, Trough: 4},
		Relative: stats.Drawdown{Absolute: .5, Relative: .5, Peak: 0, Trough: 1},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Error(diff)
	}
}

func TestDrawdownsOfCurves(t *testing.T) {
	t.Parallel()
	both := func(d stats.Drawdown) stats.Drawdowns { return stats.Drawdowns{Absolute: d, Relative: d} }
	for name, c := range map[string]struct{ got, want stats.Drawdowns }{
		"none":     {stats.DrawdownOfEquity(nil), stats.Drawdowns{}},
		"one":      {stats.DrawdownOfEquity([]float64{100}), stats.Drawdowns{}},
		"constant": {stats.DrawdownOfEquity([]float64{5, 5, 5}), stats.Drawdowns{}},
		"rising":   {stats.DrawdownOfEquity([]float64{1, 2, 3}), stats.Drawdowns{}},
		"freqtrade's balance": {
			stats.DrawdownOfEquity([]float64{100, 120, 80, 110}),
			both(stats.Drawdown{Absolute: 40, Relative: 1.0 / 3, Peak: 1, Trough: 2}),
		},
		"all is lost": {
			stats.DrawdownOfEquity([]float64{100, 0}), both(stats.Drawdown{Absolute: 100, Relative: 1, Peak: 0, Trough: 1}),
		},
		"a plateau counts from its end, a floor from its start": {
			stats.DrawdownOfEquity([]float64{9, 10, 10, 6, 6, 7}),
			both(stats.Drawdown{Absolute: 4, Relative: .4, Peak: 2, Trough: 3}),
		},
		"a gap is passed over": {
			stats.DrawdownOfEquity([]float64{math.NaN(), 10, math.Inf(1), 5}),
			both(stats.Drawdown{Absolute: 5, Relative: .5, Peak: 1, Trough: 3}),
		},
		"below zero there is no share": {
			stats.DrawdownOfEquity([]float64{-1, -3}),
			stats.Drawdowns{Absolute: stats.Drawdown{Absolute: 2, Peak: 0, Trough: 1}},
		},
		"below nothing there is no share either": {
			stats.DrawdownOfEquity([]float64{0, -3}),
			stats.Drawdowns{Absolute: stats.Drawdown{Absolute: 3, Peak: 0, Trough: 1}},
		},
		"the first of the returns falls from the start": {
			stats.DrawdownOfReturns([]float64{-.25, .1}),
			both(stats.Drawdown{Absolute: .25, Relative: .25, Peak: -1, Trough: 0}),
		},
		"the second falls from the first": {
			stats.DrawdownOfReturns([]float64{1, -.25}),
			both(stats.Drawdown{Absolute: .5, Relative: .25, Peak: 0, Trough: 1}),
		},
		"returns without a loss": {stats.DrawdownOfReturns([]float64{.1, .5}), stats.Drawdowns{}},
	} {
		if diff := cmp.Diff(c.want, c.got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestDrawdownsOfReturnsAreEmpyricals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		returns []float64
		want    float64
	}{
		"mixed":     {mixed, .1},
		"positive":  {positive, 0},
		"benchmark": {benchmark, 0},
		"negative":  {negative, 0.36590730349873601},
		"three":     {[]float64{.1, -.1, .1}, .1},
		"one":       {[]float64{.01}, 0},
	} {
		wantNear(t, name, stats.DrawdownOfReturns(c.returns).Relative.Relative, c.want, 1e-8)
	}
}

func TestADrawdownOfPositiveEquityIsAShareOfIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		equity := rapid.SliceOfN(rapid.Float64Range(1e-3, 1e9), 0, 40).Draw(t, "equity")
		scale := rapid.Float64Range(.001, 1000).Draw(t, "scale")
		scaled := make([]float64, len(equity))
		for i, value := range equity {
			scaled[i] = value * scale
		}
		got, other := stats.DrawdownOfEquity(equity), stats.DrawdownOfEquity(scaled)
		if share := got.Relative.Relative; share < 0 || share >= 1 {
			t.Fatalf("the drawdown is %v of the peak", share)
		}
		if got.Absolute.Absolute < got.Relative.Absolute || got.Relative.Relative < got.Absolute.Relative {
			t.Fatalf("each is the largest of its kind: %+v", got)
		}
		wantNear(t, "the scaled drawdown", other.Relative.Relative, got.Relative.Relative, 1e-9)
		for _, d := range []stats.Drawdown{got.Absolute, got.Relative} {
			if d.Absolute > 0 && equity[d.Peak]-equity[d.Trough] != d.Absolute {
				t.Fatalf("from %d to %d the curve falls by %v and not by %v", d.Peak, d.Trough,
					equity[d.Peak]-equity[d.Trough], d.Absolute)
			}
		}
	})
}
