package trial_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"

	"pgregory.net/rapid"
)

// quick draws a recipe and the minimum number of bars for it, or a few more.
func quick(t *rapid.T) ([]features.Bar, trial.Recipe) {
	set, interval := features.Daily(), 24*time.Hour
	if rapid.IntRange(0, 9).Draw(t, "hourly in ten") == 0 {
		set, interval = features.Hourly(), time.Hour
	}
	recipe := trial.NewRecipe(set, rapid.SampledFrom([]int{1, 4}).Draw(t, "horizon"), 0.001, 1)
	recipe.Resamples = 1
	recipe.Penalties = []float64{1, 100}
	count := trial.Wanted(set, recipe.HorizonBars) + rapid.IntRange(0, 40).Draw(t, "more")
	return makeBars(count, interval, rapid.Uint64().Draw(t, "seed"), coin), recipe
}

// withOtherBarsFrom replaces the bars from the border on with unrelated ones.
func withOtherBarsFrom(bars []features.Bar, border int, seed uint64) []features.Bar {
	changed := slices.Clone(bars)
	for i, other := range makeBars(len(bars), time.Hour, seed, func([]features.Bar) float64 { return 0.7 }) {
		if i >= border {
			changed[i].Open, changed[i].High, changed[i].Low = 3*other.Open, 3*other.High, 3*other.Low
			changed[i].Close, changed[i].Volume = 3*other.Close, 7*other.Volume
		}
	}
	return changed
}

// bits are all numbers of a forecaster.
func bits(forecaster trial.Forecaster) []uint64 {
	numbers := []float64{
		forecaster.BaseRate, forecaster.Continuation, forecaster.MeanAbsoluteMove, forecaster.Model.Intercept, forecaster.Model.Penalty,
	}
	return asBits(slices.Concat(numbers, forecaster.Model.Means, forecaster.Model.Deviations, forecaster.Model.Weights))
}

func bitsOf(forecast trial.Forecast) []uint64 {
	b := forecast.Baselines
	return asBits([]float64{forecast.Probability, b.BaseRate, b.AlwaysUp, b.Momentum, b.MeanReversion})
}

func asBits(numbers []float64) []uint64 {
	bits := make([]uint64, len(numbers))
	for i, number := range numbers {
		bits[i] = math.Float64bits(number)
	}
	return bits
}

// Bars from the border on are changed, and more are appended. Every fold that was trained before it has the same
// model, every forecast of an earlier bar the same probabilities, and every label that ended before it is the same.
func TestNothingLaterChangesAFoldOrAForecast(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bars, recipe := quick(t)
		samples := len(bars) - recipe.Set.LookBack() + 1 - recipe.HorizonBars
		border := rapid.IntRange(len(bars)/2, len(bars)).Draw(t, "border")
		more := makeBars(len(bars)+rapid.IntRange(0, 99).Draw(t, "appended"), 24*time.Hour, 5, coin)
		changed := withOtherBarsFrom(append(slices.Clone(bars), more[len(bars):]...), border, rapid.Uint64().Draw(t, "other seed"))

		folds, forecasts, err := trial.WalkOver(bars, recipe, samples)
		if err != nil {
			t.Fatal(err)
		}
		foldsAgain, forecastsAgain, err := trial.WalkOver(changed, recipe, samples)
		if err != nil {
			t.Fatal(err)
		}
		checked := 0
		for i, fold := range folds {
			if fold.TestedFrom.After(bars[min(border, len(bars)-1)].OpenedAt) {
				break
			}
			checked++
			if !slices.Equal(bits(fold.Forecaster), bits(foldsAgain[i].Forecaster)) {
				t.Fatalf("bars from %d on changed the model of fold %d, which is tested from %s", border, i+1, fold.TestedFrom)
			}
		}
		for i, forecast := range forecasts {
			again := forecastsAgain[i]
			if forecast.Bar < border && !slices.Equal(bitsOf(forecast), bitsOf(again)) {
				t.Fatalf("bars from %d on changed the forecast of bar %d", border, forecast.Bar)
			}
			if forecast.Bar+recipe.HorizonBars < border && (forecast.Up != again.Up || forecast.Move != again.Move) {
				t.Fatalf("bars from %d on changed the label of bar %d", border, forecast.Bar)
			}
		}
		if border == len(bars) && checked != recipe.Folds {
			t.Fatalf("%d folds checked", checked)
		}
	})
}

// A label may end at most one horizon before the first forecast's bar: changes from there on do not affect the fold.
func TestTheEmbargoIsHonouredAtFoldBorders(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bars, recipe := quick(t)
		result, err := trial.Run(t.Context(), bars, recipe, nil)
		if err != nil {
			t.Fatal(err)
		}
		number := rapid.IntRange(0, recipe.Folds-1).Draw(t, "fold")
		fold := result.Folds[number]
		firstBar := slices.IndexFunc(bars, func(bar features.Bar) bool { return bar.OpenedAt.Equal(fold.TestedFrom) })
		lastLabel := recipe.Set.LookBack() - 1 + fold.TrainingSamples - 1 + recipe.HorizonBars
		if firstBar-lastLabel != recipe.HorizonBars {
			t.Fatalf("the last label ends at bar %d and the first forecast is of bar %d", lastLabel, firstBar)
		}
		again, err := trial.Run(t.Context(), withOtherBarsFrom(bars, lastLabel+1, 3), recipe, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(bits(fold.Forecaster), bits(again.Folds[number].Forecaster)) {
			t.Fatalf("fold %d knows bars after %d", number+1, lastLabel)
		}
		// A change one bar earlier does affect it, or this test would prove nothing.
		other, err := trial.Run(t.Context(), withOtherBarsFrom(bars, lastLabel, 3), recipe, nil)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(bits(fold.Forecaster), bits(other.Folds[number].Forecaster)) {
			t.Fatalf("fold %d does not know bar %d", number+1, lastLabel)
		}
	})
}

func TestTheEmbargoIsHonouredWherePenaltiesAreCompared(t *testing.T) {
	t.Parallel()
	for _, horizon := range []int{1, 4} {
		known, held := trial.HoldOut(hourlyRecipe(horizon, 0), features.Hourly().Samples(makeBars(2_168, time.Hour, 1, coin), horizon))
		if len(held) != (2_000-horizon)/5 {
			t.Errorf("%d samples are held out", len(held))
		}
		if lastLabel := known[len(known)-1].Bar + horizon; held[0].Bar-lastLabel != horizon {
			t.Errorf("the last label ends at bar %d and the first forecast is of bar %d", lastLabel, held[0].Bar)
		}
	}
}

func TestNothingIsKnownBeforeAShortTrainingPart(t *testing.T) {
	t.Parallel()
	samples := make([]features.Sample, 10)
	for i := range samples {
		samples[i].Bar = i
	}
	if known, held := trial.HoldOut(hourlyRecipe(4, 0), samples); len(known) != 1 || len(held) != 2 {
		t.Errorf("%d samples are known before %d", len(known), len(held))
	}
	if known, held := trial.HoldOut(hourlyRecipe(5, 0), samples); len(known) != 0 || len(held) != 2 {
		t.Errorf("%d samples are known before %d, whose past all labels share", len(known), len(held))
	}
}

// What serves live is what was scored: a forecast of the last bar alone has the same bits as the walk's.
func TestAForecastOfOneBarIsTheOneThatWasJudged(t *testing.T) {
	t.Parallel()
	bars := candles(t)
	result := mustRun(t, bars, hourlyRecipe(4, 0.001))
	fold := result.Folds[5]
	for _, judged := range result.OutOfSample[result.TestSamples-fold.TestSamples:] {
		forecast, ok := fold.Forecaster.At(bars[judged.Bar-200 : judged.Bar+1])
		if !ok || !forecast.At.Equal(judged.At) || !slices.Equal(bitsOf(forecast), bitsOf(judged)) {
			t.Fatalf("bar %d: %+v, judged %+v", judged.Bar, forecast, judged)
		}
	}
}
