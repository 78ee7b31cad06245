package logistic_test

import (
	"math"
	"slices"
	"testing"

	"bourse/internal/ml/logistic"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The mean of −ln of the probability of the outcome, plus the penalty: what a fit minimises, in the textbook form.
func TestTheLossIsThatOfTheBooksAndTheGradientItsSlope(t *testing.T) {
	t.Parallel()
	names, rows, labels := sided(200)
	trainer, err := logistic.NewTrainer(names, rows, labels)
	if err != nil {
		t.Fatal(err)
	}
	model, err := trainer.Fit(3)
	if err != nil {
		t.Fatal(err)
	}
	model.Weights, model.Intercept = []float64{.7, -.4, 0}, .2
	point := append(slices.Clone(model.Weights), model.Intercept)
	value, gradient, hessian := trainer.Loss(3, point)

	want := 3 * (.7*.7 + .4*.4) / 2 / 200
	for i, row := range rows {
		probability := model.Probability(row)
		if !labels[i] {
			probability = 1 - probability
		}
		want -= math.Log(probability) / 200
	}
	if math.Abs(value-want) > 1e-12 {
		t.Errorf("the loss is %v, want %v", value, want)
	}
	const step = 1e-5
	for i := range point {
		beside := func(by float64) (float64, []float64) {
			moved := slices.Clone(point)
			moved[i] += by
			value, gradient, _ := trainer.Loss(3, moved)
			return value, gradient
		}
		above, slopeAbove := beside(step)
		below, slopeBelow := beside(-step)
		if got, want := gradient[i], (above-below)/(2*step); math.Abs(got-want) > 1e-8 {
			t.Errorf("the slope of weight %d is %v, want %v", i, got, want)
		}
		for j := range point {
			if got, want := hessian.At(i, j), (slopeAbove[j]-slopeBelow[j])/(2*step); math.Abs(got-want) > 1e-8 {
				t.Errorf("the curvature of weights %d and %d is %v, want %v", i, j, got, want)
			}
		}
	}
}

func TestTheSurestOddsAreStillProbabilities(t *testing.T) {
	t.Parallel()
	for intercept, want := range map[float64]float64{800: 1, -740: math.Exp(-740), 0: .5, 1e75: 1, -1e75: 0, 1: 1 / (1 + math.Exp(-1))} {
		model := logistic.Model{Names: []string{"a"}, Means: []float64{0}, Deviations: []float64{0}, Weights: []float64{0}, Intercept: intercept}
		if err := model.Check(); err != nil {
			t.Errorf("a model with odds of %v: %v", intercept, err)
		}
		if got := model.Probability([]float64{1}); !(math.Abs(got-want) <= 1e-15*want) {
			t.Errorf("odds of %v are a probability of %v, want %v", intercept, got, want)
		}
	}
}

func TestTheSmallestDeviationCanBeDividedBy(t *testing.T) {
	t.Parallel()
	smallest := 1 / 1e75
	for deviation, isWhole := range map[float64]bool{smallest: true, math.Nextafter(smallest, 0): false, 0: true, 1e75: true, 1.1e75: false} {
		model := logistic.Model{Names: []string{"a"}, Means: []float64{1e75}, Deviations: []float64{deviation}, Weights: []float64{-1e75}}
		if err := model.Check(); (err == nil) != isWhole {
			t.Errorf("a deviation of %v: %v", deviation, err)
		}
	}
}

func TestASmallSpreadIsOneAndRoundingIsNone(t *testing.T) {
	t.Parallel()
	_, _, labels := sided(1000)
	rows := make([][]float64, len(labels))
	for i := range rows {
		rows[i] = []float64{1e-9 * float64(1-2*(i%2)), 1e6 / 3}
	}
	model, err := logistic.Fit([]string{"small", "constant"}, rows, labels, 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{1e-9, 0}, model.Deviations, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestACalibrationOfOneBinOrOfOneForecastIsOneRow(t *testing.T) {
	t.Parallel()
	want := []logistic.Bin{{Count: 2, Predicted: .5, Observed: .5}}
	if diff := cmp.Diff(want, logistic.Calibrate([]float64{.25, .75}, []bool{false, true}, 1)); diff != "" {
		t.Error(diff)
	}
	want = []logistic.Bin{{Count: 1, Predicted: .25, Observed: 1}}
	if diff := cmp.Diff(want, logistic.Calibrate([]float64{.25}, []bool{true}, 10)); diff != "" {
		t.Error(diff)
	}
}
