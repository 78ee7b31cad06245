package stats_test

import (
	"math"

	"pgregory.net/rapid"
)

var (
	// mixed is the series that empyrical's tests call mixed_returns, without its leading gap.
	mixed = []float64{.01, .10, -.04, .02, .03, .02, .01, -.10}
	// gapped is the same with the gap: a period without a return.
	gapped = append([]float64{math.NaN()}, mixed...)
)

func wantNear(t rapid.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func wantFinite(t *rapid.T, what string, values ...float64) {
	t.Helper()
	for _, value := range values {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			t.Fatalf("%s is %v", what, value)
		}
	}
}

// dailyReturns draws returns like those of markets.
func dailyReturns(least int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.Float64Range(-.2, .25), least, 60)
}

// anything draws float64 values of every kind, including NaN and infinities.
func anything() *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.OneOf(
		rapid.Float64(),
		rapid.Float64Range(-1, 1),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 0, -1}),
	), 0, 12)
}
