package logistic

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// ErrOneClass is the error of a training whose labels are all the same: there is nothing to distinguish.
var ErrOneClass = errors.New("all labels are the same")

// Trainer holds standardised rows and their labels, ready to be fitted with several penalties in turn.
type Trainer struct {
	names             []string
	means, deviations []float64
	columns           [][]float64 // standardised, one slice per feature
	labels            []float64   // 0 or 1
}

// NewTrainer standardises rows. It fails when there are no rows, when a row is not as long as names or not finite, and
// with [ErrOneClass] when all labels are the same.
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

// converged is the gradient of the loss per row below which the minimum is reached. Each step of Newton's method
// doubles the number of correct digits, so by the step that gets below it the weights have long been right.
const converged = 1e-10

// Fit finds the weights for a penalty. It fails unless the penalty is above 0, since separable rows have no minimum
// without one, and when no minimum was found.
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
	// At the very bottom rounding can leave the line search no step to take. What matters is the gradient there.
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
