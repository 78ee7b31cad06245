package logistic_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"bourse/internal/ml/logistic"
)

// agreed is far below half a unit of the fourth decimal: both programs find the same minimum, not a similar one.
const agreed = 1e-6

type reference struct {
	Data map[string]struct {
		Names []string
		Rows  [][]float64
	}
	Cases []struct {
		logistic.Model
		Name, Data              string
		Labels                  []bool
		LogLoss, Brier, HitRate float64
		Predicted, Observed     []float64
	}
}

func readReference(t *testing.T) reference {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var read reference
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func TestModelsAreScikitLearns(t *testing.T) {
	t.Parallel()
	reference := readReference(t)
	if len(reference.Cases) != 12 {
		t.Fatalf("%d cases", len(reference.Cases))
	}
	worst := 0.0
	for _, c := range reference.Cases {
		data := reference.Data[c.Data]
		near := func(what string, got, want float64) {
			worst = max(worst, math.Abs(got-want)/max(1, math.Abs(want)))
			if !(math.Abs(got-want) <= agreed*max(1, math.Abs(want))) {
				t.Errorf("%s: %s is %v, want %v", c.Name, what, got, want)
			}
		}
		model, err := logistic.Fit(data.Names, data.Rows, c.Labels, c.Penalty)
		if err != nil {
			t.Fatal(c.Name, err)
		}
		near("intercept", model.Intercept, c.Intercept)
		for i, name := range data.Names {
			near("mean of "+name, model.Means[i], c.Means[i])
			near("deviation of "+name, model.Deviations[i], c.Deviations[i])
			near("weight of "+name, model.Weights[i], c.Weights[i])
		}
		probabilities, count := make([]float64, len(data.Rows)), float64(len(data.Rows))
		var logLoss, brier, hits float64
		for i, row := range data.Rows {
			probabilities[i] = model.Probability(row)
			logLoss += logistic.LogLoss(probabilities[i], c.Labels[i]) / count
			brier += logistic.Brier(probabilities[i], c.Labels[i]) / count
			if logistic.Hit(probabilities[i], c.Labels[i]) {
				hits++
			}
		}
		near("log loss", logLoss, c.LogLoss)
		near("Brier score", brier, c.Brier)
		near("hit rate", hits/count, c.HitRate)
		table := logistic.Calibrate(probabilities, c.Labels, 10)
		if len(table) != len(c.Predicted) {
			t.Fatalf("%s: %d bins, want %d", c.Name, len(table), len(c.Predicted))
		}
		for i, bin := range table {
			near("predicted in a bin", bin.Predicted, c.Predicted[i])
			near("observed in a bin", bin.Observed, c.Observed[i])
		}
	}
	t.Logf("the largest difference from scikit-learn is %.1e", worst)
}
