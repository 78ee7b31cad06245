package trial_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestTooFewCandlesSayHowManyAreThereAndWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set        features.Set
		have, want int
	}{{features.Hourly(), 1_668, 1_669}, {features.Hourly(), 100, 1_669}, {features.Hourly(), 0, 1_669}, {features.Daily(), 460, 461}} {
		bars := makeBars(c.have, time.Hour, 1, coin)
		_, err := trial.Run(t.Context(), bars, trial.NewRecipe(c.set, 1, 0, 1), nil)
		if few := (*trial.TooFewError)(nil); !errors.As(err, &few) || *few != (trial.TooFewError{Have: c.have, Want: c.want}) {
			t.Errorf("%s with %d candles: %v", c.set, c.have, err)
		}
		if _, err := trial.Run(t.Context(), makeBars(c.want, time.Hour, 1, coin), trial.NewRecipe(c.set, 1, 0, 1), nil); err != nil {
			t.Errorf("%s with %d candles: %v", c.set, c.want, err)
		}
	}
}

func TestAPriceThatStandsStillCannotBeLearnedFrom(t *testing.T) {
	t.Parallel()
	still := makeBars(2_000, time.Hour, 1, coin)
	for i := range still {
		still[i].Open, still[i].High, still[i].Low, still[i].Close = 5, 5, 5, 5
	}
	rising := makeBars(2_000, time.Hour, 1, func([]features.Bar) float64 { return 1 })
	for name, bars := range map[string][]features.Bar{"standing": still, "rising": rising} {
		if _, err := trial.Run(t.Context(), bars, hourlyRecipe(1, 0), nil); !errors.Is(err, trial.ErrNeverMoved) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARecipeThatCannotBeCookedIsRefused(t *testing.T) {
	t.Parallel()
	bars := makeBars(2_000, time.Hour, 1, coin)
	for name, spoil := range map[string]func(recipe *trial.Recipe){
		"no set":          func(recipe *trial.Recipe) { recipe.Set = features.Set{} },
		"no horizon":      func(recipe *trial.Recipe) { recipe.HorizonBars = 0 },
		"a long horizon":  func(recipe *trial.Recipe) { recipe.HorizonBars = 169 },
		"a negative cost": func(recipe *trial.Recipe) { recipe.RoundTripCost = -0.1 },
		"a cost of all":   func(recipe *trial.Recipe) { recipe.RoundTripCost = 1 },
		"an unknown cost": func(recipe *trial.Recipe) { recipe.RoundTripCost = math.NaN() },
		"four folds":      func(recipe *trial.Recipe) { recipe.Folds = 4 },
		"no resamples":    func(recipe *trial.Recipe) { recipe.Resamples = 0 },
		"no penalties":    func(recipe *trial.Recipe) { recipe.Penalties = nil },
		"a penalty of 0":  func(recipe *trial.Recipe) { recipe.Penalties = []float64{0} },
	} {
		recipe := hourlyRecipe(1, 0)
		spoil(&recipe)
		if _, err := trial.Run(t.Context(), bars, recipe, nil); err == nil {
			t.Errorf("%s: run", name)
		}
	}
}

func TestARefusedHorizonIsToldWhatItMayBe(t *testing.T) {
	t.Parallel()
	recipe := hourlyRecipe(169, 0)
	_, err := trial.Run(t.Context(), makeBars(2_000, time.Hour, 1, coin), recipe, nil)
	if want := "a horizon of 169 bars is not between 1 and 168"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestTheLeastOfEverythingMakesATrial(t *testing.T) {
	t.Parallel()
	recipe := hourlyRecipe(1, 0)
	recipe.Folds, recipe.Resamples, recipe.Penalties = 5, 1, []float64{100}
	result := mustRun(t, makeBars(1_669, time.Hour, 1, coin), recipe)
	if len(result.Folds) != 5 || result.LogLossTest.PValue < 0.5 {
		t.Errorf("%d folds and a p-value of %v out of one resample", len(result.Folds), result.LogLossTest.PValue)
	}
}

// Thirty winning trades are proof, and twenty-nine are not. Short trades win when the price falls.
func TestThirtyTradesAreTheFewestThatProveAnything(t *testing.T) {
	t.Parallel()
	recipe, know := hourlyRecipe(1, 0.25), trial.Baselines{BaseRate: 0.5, AlwaysUp: 0.5, Momentum: 0.5, MeanReversion: 0.5}
	for _, c := range []struct {
		direction trial.Direction
		forecast  trial.Forecast
	}{
		{trial.Long, trial.Forecast{Probability: 0.75, Baselines: know, Up: true, Move: 0.5}},
		{trial.Short, trial.Forecast{Probability: 0.25, Baselines: know, Up: false, Move: -0.5}},
	} {
		for trades, want := range map[int]trial.CostTest{
			29: {Test: trial.Test{Mean: 29.0 / 120, PValue: 1}, Trades: 29},
			30: {Test: trial.Test{Mean: 30.0 / 120, PValue: 1.0 / 20_001}, Trades: 30},
		} {
			result := trial.JudgeTrades(recipe, slices.Repeat([]trial.Forecast{c.forecast}, 30), c.direction, trades)
			if diff := cmp.Diff(want, result.CostTest, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("%d trades of %d: %s", trades, c.direction, diff)
			}
			if result.PValue != want.PValue || result.BestBaseline != "baseRate" {
				t.Errorf("%d trades: p-value %v against %s, the first of equal ones is the base rate", trades, result.PValue, result.BestBaseline)
			}
		}
	}
}

// alike makes samples whose rows carry no information. Every other one goes up by three hundredths, the rest down by
// one, and seven of ten continue in the same direction.
func alike(count int) []features.Sample {
	samples := make([]features.Sample, count)
	for i := range samples {
		up, move := i%2 == 0, 0.03
		if !up {
			move = -0.01
		}
		samples[i] = features.Sample{Bar: i, Row: make([]float64, len(features.Hourly().Names())), Up: up, Move: move, Last: up == (i%10 < 7)}
	}
	return samples
}

func TestBaselinesAreLearnedFromTheTrainingPart(t *testing.T) {
	t.Parallel()
	learned, err := trial.Learn(hourlyRecipe(4, 0.001), alike(100))
	if err != nil {
		t.Fatal(err)
	}
	got := [...]float64{learned.BaseRate, learned.Continuation, learned.MeanAbsoluteMove, learned.RoundTripCost, float64(learned.HorizonBars)}
	if diff := cmp.Diff([...]float64{0.5, 0.7, 0.02, 0.001, 4}, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
}

// Identical rows teach nothing, whatever the penalty: the loss is that of the base rate.
func TestOfPenaltiesThatAreAsGoodTheLargestIsChosen(t *testing.T) {
	t.Parallel()
	recipe := hourlyRecipe(1, 0)
	for _, recipe.Penalties = range [][]float64{{10, 1_000, 1}, {1_000, 10, 1}, {1, 10, 1_000}} {
		if got, err := trial.ChoosePenalty(recipe, alike(100)); err != nil || got != 1_000 {
			t.Errorf("of %v %v is chosen, error %v", recipe.Penalties, got, err)
		}
	}
}

func TestATrialTellsItsProgressAndEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var told [][2]int
	bars := makeBars(2_000, time.Hour, 1, coin)
	if _, err := trial.Run(ctx, bars, hourlyRecipe(1, 0), func(done, total int) { told = append(told, [2]int{done, total}) }); err != nil {
		t.Fatal(err)
	}
	if want := [][2]int{{1, 7}, {2, 7}, {3, 7}, {4, 7}, {5, 7}, {6, 7}, {7, 7}}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	told = nil
	_, err := trial.Run(ctx, bars, hourlyRecipe(1, 0), func(done, total int) {
		told = append(told, [2]int{done, total})
		if done == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(told) != 2 {
		t.Errorf("%v after %v", err, told)
	}
}

func TestTheSameBarsAndRecipeHaveTheSameResult(t *testing.T) {
	t.Parallel()
	bars := candles(t)
	first, err := json.Marshal(mustRun(t, bars, hourlyRecipe(4, 0.001)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(mustRun(t, slices.Clone(bars), hourlyRecipe(4, 0.001)))
	if err != nil {
		t.Fatal(err)
	}
	if string(first) != string(again) {
		t.Error(cmp.Diff(string(first), string(again)))
	}
	t.Logf("a result has %d bytes", len(first))
}

func TestAResultSurvivesBeingStored(t *testing.T) {
	t.Parallel()
	result := mustRun(t, candles(t), hourlyRecipe(1, 0.001))
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	again, err := trial.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	kept := cmp.Options{
		cmpopts.IgnoreFields(trial.Result{}, "OutOfSample"), cmpopts.IgnoreFields(trial.Fold{}, "Forecaster"),
		cmp.Comparer(func(a, b features.Set) bool { return a == b }),
	}
	if diff := cmp.Diff(result, again, kept); diff != "" {
		t.Error(diff)
	}
}

func TestTheModelIsComparedWithTheBestBaseline(t *testing.T) {
	t.Parallel()
	result := mustRun(t, makeBars(2_000, time.Hour, 5, pattern("return_1", -1, 0.005)), hourlyRecipe(1, 0.001))
	best := result.Scores.MeanReversion.LogLoss
	if result.BestBaseline != "meanReversion" || best >= min(result.Scores.BaseRate.LogLoss, result.Scores.Momentum.LogLoss) {
		t.Errorf("%s is the best of %+v", result.BestBaseline, result.Scores)
	}
	if diff := cmp.Diff(best-result.Scores.Model.LogLoss, result.LogLossTest.Mean, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
}

// The means over the folds equal those over all test samples, and the folds are consecutive, without gaps or overlaps.
func TestFoldsCoverTheSecondHalf(t *testing.T) {
	t.Parallel()
	result := mustRun(t, candles(t), hourlyRecipe(1, 0.001))
	var tested int
	var loss float64
	for i, fold := range result.Folds {
		tested += fold.TestSamples
		loss += fold.Scores.Model.LogLoss * float64(fold.TestSamples)
		if i > 0 && !fold.TestedFrom.Equal(result.Folds[i-1].TestedTo.Add(time.Hour)) {
			t.Errorf("fold %d is tested from %s, the one before to %s", i+1, fold.TestedFrom, result.Folds[i-1].TestedTo)
		}
		if !fold.TrainedTo.Before(fold.TestedFrom) || !fold.TrainedFrom.Equal(result.Folds[0].TrainedFrom) {
			t.Errorf("fold %d is trained from %s to %s", i+1, fold.TrainedFrom, fold.TrainedTo)
		}
	}
	if tested != result.TestSamples || tested != result.Samples-result.Samples/2 || len(result.OutOfSample) != tested {
		t.Errorf("%d of %d samples are tested", tested, result.Samples)
	}
	if diff := cmp.Diff(loss/float64(tested), result.Scores.Model.LogLoss, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
}
