package trial_test

import (
	"math"
	"slices"
	"testing"

	"bourse/internal/ml/trial"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestHolmsAdjustmentIsThePublishedOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ pValues, want []float64 }{
		// The example in the encyclopaedia article on the Holm–Bonferroni method: the first and the last are rejected.
		"four hypotheses": {[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		// Neuhaus and others 1992, as cited by Benjamini and Hochberg 1995, who report three rejections.
		"thrombolysis": {
			[]float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1},
			[]float64{0.0015, 0.0056, 0.0247, 0.1140, 0.2211, 0.2780, 0.2780, 0.2780, 0.3213, 1, 1, 1, 1, 1, 1},
		},
		"one":              {[]float64{0.05}, []float64{0.05}},
		"none":             {nil, []float64{}},
		"equal ones":       {[]float64{0.02, 0.02, 0.02}, []float64{0.06, 0.06, 0.06}},
		"no probabilities": {[]float64{math.NaN(), 0.01, -1, 7}, []float64{1, 0.04, 1, 1}},
	} {
		if diff := cmp.Diff(c.want, trial.Holm(c.pValues), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAnEdgeIsAtMostTheLevel(t *testing.T) {
	t.Parallel()
	if !trial.HasEdge(0.05) || trial.HasEdge(0.0501) {
		t.Error("5 % is the largest adjusted p-value that is an edge")
	}
}

// Holm's procedure as he states it: go up from the smallest and stop at the first that is above the level divided by
// the number of hypotheses left.
func TestAnAdjustedPValueDecidesAsTheProcedureDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pValues := rapid.SliceOf(rapid.Float64Range(0, 0.2)).Draw(t, "p-values")
		rejected := map[float64]bool{}
		for i, pValue := range slices.Sorted(slices.Values(pValues)) {
			if pValue*float64(len(pValues)-i) > trial.Level {
				break
			}
			rejected[pValue] = true
		}
		for i, adjusted := range trial.Holm(pValues) {
			if trial.HasEdge(adjusted) != rejected[pValues[i]] {
				t.Fatalf("%v is adjusted to %v, rejected: %v", pValues[i], adjusted, rejected[pValues[i]])
			}
			if adjusted < pValues[i] || adjusted > 1 {
				t.Fatalf("%v is adjusted to %v", pValues[i], adjusted)
			}
		}
	})
}
