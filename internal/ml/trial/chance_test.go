package trial_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
)

// runAll runs the trial on a year of hours for every seed.
func runAll(t *testing.T, seeds int, recipe trial.Recipe) []*trial.Result {
	results := make([]*trial.Result, seeds)
	for seed := range results {
		results[seed] = mustRun(t, makeBars(year, time.Hour, uint64(seed), coin), recipe)
	}
	return results
}

// Without costs, the test of the costs is as lenient as it can be. Of 24 tests at 5 %, 1.2 false positives are
// expected, and more than 2 in about 1 of 9 such families, of which this is always the same one. After Holm's
// correction, 19 of 20 families have none.
func TestRandomWalksHaveNoEdge(t *testing.T) {
	t.Parallel()
	const seeds, allowed = 24, 2
	for name, cost := range map[string]float64{"after costs": 0.001, "as if trading cost nothing": 0} {
		var raw []float64
		var logLoss, costs int
		for _, result := range runAll(t, seeds, hourlyRecipe(1, cost)) {
			raw = append(raw, result.PValue)
			if result.LogLossTest.PValue <= trial.Level {
				logLoss++
			}
			if result.CostTest.PValue <= trial.Level {
				costs++
			}
		}
		falsely := count(raw, trial.HasEdge)
		edges := count(trial.Holm(raw), trial.HasEdge)
		t.Logf("%s: of %d random walks %d beat the baselines and %d the costs at 5 %%, %d both, %d after Holm's correction (smallest p %.4f)",
			name, seeds, logLoss, costs, falsely, edges, slices.Min(raw))
		if falsely > allowed || logLoss > allowed || edges > 0 {
			t.Errorf("%s: noise has an edge", name)
		}
	}
}

func count(pValues []float64, is func(float64) bool) int {
	found := 0
	for _, pValue := range pValues {
		if is(pValue) {
			found++
		}
	}
	return found
}

// The best possible log loss is that of the probabilities with which the bars were made.
func TestAPlantedPatternIsFoundAndMeasured(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		feature        string
		strength, unit float64
	}{
		{"return_1", 1, 0.005}, {"return_1", -1, 0.005}, {"day_sin", 1, 1}, {"day_sin", 0.6, 1}, {"distance_24", -1, 0.01}, {"week_cos", 1.5, 1},
	} {
		planted := pattern(c.feature, c.strength, c.unit)
		bars := makeBars(year, time.Hour, 5, planted)
		result := mustRun(t, bars, hourlyRecipe(1, 0.0005))
		var best float64
		for _, forecast := range result.OutOfSample {
			best += logistic.LogLoss(planted(bars[:forecast.Bar+1]), forecast.Up) / float64(result.TestSamples)
		}
		t.Logf("%s × %g: log loss %.4f, best possible %.4f (%+.2f %%), base rate %.4f; p %.5f against %s and %.5f of %d trades", c.feature, c.strength,
			result.Scores.Model.LogLoss, best, 100*(result.Scores.Model.LogLoss/best-1),
			result.Scores.BaseRate.LogLoss, result.LogLossTest.PValue, result.BestBaseline, result.CostTest.PValue, result.CostTest.Trades)
		// One of fifty tries: among noise, the smallest p-value has to be this small.
		if family := append(slices.Repeat([]float64{1}, 49), result.PValue); !trial.HasEdge(trial.Holm(family)[49]) {
			t.Errorf("%s × %g is not found", c.feature, c.strength)
		}
		if math.Abs(result.Scores.Model.LogLoss/best-1) > 0.02 {
			t.Errorf("%s × %g: log loss %v is not within 2 %% of %v", c.feature, c.strength, result.Scores.Model.LogLoss, best)
		}
	}
}

// Some cost between no trade and one per bar leaves just a few trades. They are the most confident ones and win, but
// still prove nothing.
func TestAHandfulOfTradesProvesNothing(t *testing.T) {
	t.Parallel()
	bars := makeBars(1_700, time.Hour, 5, pattern("day_sin", 1, 1))
	cheap, dear := 0.0, 0.05
	for range 30 {
		cost := (cheap + dear) / 2
		switch result := mustRun(t, bars, hourlyRecipe(1, cost)); {
		case result.CostTest.Trades == 0:
			dear = cost
		case result.CostTest.Trades >= 30:
			if result.CostTest.PValue == 1 {
				t.Fatalf("%d trades were not tested", result.CostTest.Trades)
			}
			cheap = cost
		default:
			if result.CostTest.PValue != 1 || result.PValue != 1 {
				t.Errorf("%d trades have a p-value of %v", result.CostTest.Trades, result.CostTest.PValue)
			}
			return
		}
	}
	t.Fatal("no cost leaves a handful of trades")
}

// A real pattern that is smaller than the costs is no edge.
func TestAPatternSmallerThanTheCostsIsNoEdge(t *testing.T) {
	t.Parallel()
	bars := makeBars(year, time.Hour, 5, pattern("day_sin", 1, 1))
	result := mustRun(t, bars, hourlyRecipe(1, 0.05))
	if result.LogLossTest.PValue > trial.Level || result.CostTest.Trades > 0 || result.PValue != 1 {
		t.Errorf("p-values %v and %v of %d trades", result.LogLossTest, result.CostTest.PValue, result.CostTest.Trades)
	}
}
