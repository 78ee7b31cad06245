package logistic

import (
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Loss is what a fit with a penalty minimises, at a point, with its gradient and Hessian.
func (t *Trainer) Loss(penalty float64, point []float64) (value float64, gradient []float64, hessian *mat.SymDense) {
	loss := newLoss(t, penalty)
	gradient, hessian = make([]float64, len(point)), mat.NewSymDense(len(point), nil)
	loss.gradient(gradient, point)
	loss.hessian(hessian, point)
	return loss.value(point), gradient, hessian
}

// Fit fits one model: [NewTrainer] and [Trainer.Fit] in one call, failing as they do.
func Fit(names []string, rows [][]float64, labels []bool, penalty float64) (Model, error) {
	trainer, err := NewTrainer(names, rows, labels)
	if err != nil {
		return Model{}, err
	}
	return trainer.Fit(penalty)
}

// Parse reads a model as written by encoding/json. It fails unless the model is complete, as Model.Check decides.
func Parse(data []byte) (Model, error) {
	var model Model
	if err := json.Unmarshal(data, &model); err != nil {
		return Model{}, fmt.Errorf("read model: %w", err)
	}
	if err := model.Check(); err != nil {
		return Model{}, err
	}
	return model, nil
}
