package logistic

import "gonum.org/v1/gonum/mat"

// Loss is what a fit with a penalty minimises at a point, its gradient and its Hessian.
func (t *Trainer) Loss(penalty float64, point []float64) (value float64, gradient []float64, hessian *mat.SymDense) {
	loss := newLoss(t, penalty)
	gradient, hessian = make([]float64, len(point)), mat.NewSymDense(len(point), nil)
	loss.gradient(gradient, point)
	loss.hessian(hessian, point)
	return loss.value(point), gradient, hessian
}
