package stats_test

import (
	"math"
	"testing"

	"bourse/internal/stats"

	"pgregory.net/rapid"
)

func TestTimeWeightedReturnsArePortfolioPerformances(t *testing.T) {
	t.Parallel()
	moves := []struct{ in, out, profit float64 }{
		{10000, 0, 0}, {0, 0, 230}, {200, 0, 200}, {0, 400, -234.41}, {0, 0, 293.99}, {0, 0, 293.99},
		{5400, 0, 195.99}, {0, 3697.04, -882.52}, {0, 0, -1003.85},
	}
	var days []stats.Day
	value := 0.0
	for _, move := range moves {
		value += move.in - move.out + move.profit
		days = append(days, stats.Day{Value: value, In: move.in, Out: move.out})
	}
	want := []float64{0, .023, .042616491, .019624983, .049614163, .079603343, .092841403, .03323197, -.056182678}
	got := stats.TimeWeighted(days)
	for i := range want {
		wantNear(t, "the cumulative return", got.Cumulative[i], want[i], 1e-8)
	}
	wantNear(t, "the total", got.Total(), want[len(want)-1], 1e-8)
	wantNear(t, "the second day", got.Daily[1], .023, 1e-12)
	if got.Observations != len(days) {
		t.Errorf("%d observations, want %d", got.Observations, len(days))
	}
}

func TestADayWithoutBaseIsSkipped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		days         []stats.Day
		want         []float64
		observations int
	}{
		"nothing": {nil, []float64{}, 0},
		"a value that nobody paid in": {
			[]stats.Day{{Value: 100}, {Value: 110}}, []float64{0, .1}, 1,
		},
		"all withdrawn, a rest, and paid in again": {
			[]stats.Day{
				{Value: 100, In: 100}, {Value: 0, Out: 120}, {}, {}, {Value: 55, In: 50}, {Value: 0, Out: 55}, {},
			},
			[]float64{0, .2, .2, .2, .32, .32, .32}, 4,
		},
		"paid in and out on the same day": {
			[]stats.Day{{Value: 100, In: 100}, {Value: 110, In: 1000, Out: 1000}}, []float64{0, 10.0 / 1100}, 2,
		},
		"all lost, and nothing chains from there": {
			[]stats.Day{{Value: 100, In: 100}, {Value: 0}, {Value: 60, In: 50}}, []float64{0, -1, -1}, 3,
		},
		"a debt is no base": {
			[]stats.Day{{Value: 100, In: 100}, {Value: -20}, {Value: -10}}, []float64{0, -1, -1}, 2,
		},
		"a value that is missing on a day when money went out": {
			[]stats.Day{{Value: 100, In: 100}, {Value: math.NaN(), Out: 20}, {Value: 88}}, []float64{0, 0, .1}, 2,
		},
		"a value that is missing": {
			[]stats.Day{{Value: 100, In: 100}, {Value: math.NaN(), In: 100}, {Value: 220}}, []float64{0, 0, .1}, 2,
		},
	} {
		got := stats.TimeWeighted(c.days)
		if len(got.Cumulative) != len(c.want) || len(got.Observed()) != c.observations || got.Observations != c.observations {
			t.Errorf("%s: %d days, %d observations, %d observed; want %d and %d", name,
				len(got.Cumulative), got.Observations, len(got.Observed()), len(c.want), c.observations)
			continue
		}
		for i := range c.want {
			wantNear(t, name, got.Cumulative[i], c.want[i], 1e-12)
		}
	}
}

func TestAFlowOfAnySizeLeavesTheTimeWeightedReturnAlone(t *testing.T) {
	t.Parallel()
	flow := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(.01, 1e9))
	rapid.Check(t, func(t *rapid.T) {
		returns := rapid.SliceOfN(rapid.Float64Range(-.3, .4), 1, 40).Draw(t, "returns")
		value, days := 0.0, []stats.Day{}
		for i, daily := range returns {
			in := flow.Draw(t, "in")
			if i == 0 {
				in += 1000
			}
			grown := (value + in) * (1 + daily)
			// At least a hundredth stays, so that the next day has a meaningful base.
			out := min(flow.Draw(t, "out"), grown*.99)
			value = grown - out
			days = append(days, stats.Day{Value: value, In: in, Out: out})
		}
		got, want := stats.TimeWeighted(days), stats.Cumulative(returns)
		for i := range want {
			wantNear(t, "the cumulative return", got.Cumulative[i], want[i], 1e-9*(1+math.Abs(want[i])))
		}
	})
}

func TestTheCurrencyLeavesTheTimeWeightedReturnAlone(t *testing.T) {
	t.Parallel()
	amount := rapid.Float64Range(0, 1e6)
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.Float64Range(.001, 1000).Draw(t, "rate")
		days := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) stats.Day {
			return stats.Day{Value: amount.Draw(t, "value"), In: 1 + amount.Draw(t, "in"), Out: amount.Draw(t, "out")}
		}), 0, 12).Draw(t, "days")
		other := make([]stats.Day, len(days))
		for i, day := range days {
			other[i] = stats.Day{Value: day.Value * rate, In: day.In * rate, Out: day.Out * rate}
		}
		want := stats.TimeWeighted(days).Total()
		wantNear(t, "the total", stats.TimeWeighted(other).Total(), want, 1e-9*(1+math.Abs(want)))
	})
}

func TestATimeWeightedReturnIsAlwaysFinite(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := anything().Draw(t, "values")
		var days []stats.Day
		for i := 2; i < len(values); i += 3 {
			days = append(days, stats.Day{Value: values[i-2], In: values[i-1], Out: values[i]})
		}
		got := stats.TimeWeighted(days)
		wantFinite(t, "a cumulative return", got.Cumulative...)
		wantFinite(t, "a daily return", got.Daily...)
	})
}
