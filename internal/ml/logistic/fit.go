package logistic

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// ErrOneClass is what a training fails with when all of its labels are the same: there is nothing to tell apart.
var ErrOneClass = errors.New("all labels are the same")

// Trainer holds standardised rows and their labels, ready to be fitted with one penalty after another.
type Trainer struct {
	names             []string
	means, deviations []float64
	columns           [][]float64 // standardised, one slice a feature
	labels            []float64   // 0 or 1
}

// NewTrainer standardises rows. It fails when there are no rows, when a row is not as long as names or not finite, and with
// [ErrOneClass] when all labels are the same.
func NewTrainer(names []string, rows [][]float64, labels []bool) (*Trainer, error) {
	if len(rows) == 0 || len(rows) != len(labels) || len(names) == 0 {
		return nil, fmt.Errorf("%d rows of %d features have %d labels", len(rows), len(names), len(labels))
	}
	for i, row := range rows {
		if len(row) != len(names) || !finite(row...) {
			return nil, fmt.Errorf("row %d is not %d finite numbers", i, len(names))
		}
	}
	if !slices.Contains(labels, true) || !slices.Contains(labels, false) {
		return nil, ErrOneClass
	}
	trainer := &Trainer{names: slices.Clone(names), labels: make([]float64, len(labels))}
	for i, up := range labels {
		if up {
			trainer.labels[i] = 1
		}
	}
	trainer.standardise(rows)
	return trainer, nil
}

// converged is the gradient, of the loss a row, below which the minimum is reached. Newton's method doubles the right digits
// with every step, so the step that gets below it has long got the weights right.
const converged = 1e-10

// Fit finds the weights for a penalty. It fails unless the penalty is above 0, without which separable rows have no minimum,
// and when no minimum was found.
func (t *Trainer) Fit(penalty float64) (Model, error) {
	if !finite(penalty) || penalty <= 0 {
		return Model{}, fmt.Errorf("a penalty of %v is not above 0", penalty)
	}
	loss := newLoss(t, penalty)
	problem := optimize.Problem{Func: loss.value, Grad: loss.gradient, Hess: loss.hessian}
	settings := &optimize.Settings{GradientThreshold: converged, Converger: optimize.NeverTerminate{}, MajorIterations: 100}
	result, err := optimize.Minimize(problem, loss.start(), settings, &optimize.Newton{})
	if result == nil {
		return Model{}, fmt.Errorf("fit with penalty %v: %w", penalty, err)
	}
	// At the very bottom rounding can leave a line search no step to take. What counts is where it stands.
	slope := make([]float64, len(result.X))
	loss.gradient(slope, result.X)
	if steepest := floats.Norm(slope, 2); !(steepest < 1e3*converged) {
		return Model{}, fmt.Errorf("fit with penalty %v ended on a slope of %v: %w", penalty, steepest, err)
	}
	weights, intercept := loss.split(result.X)
	return Model{
		Names: t.names, Means: t.means, Deviations: t.deviations,
		Weights: slices.Clone(weights), Intercept: intercept, Penalty: penalty,
	}, nil
}
