package logistic

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// loss is the function that a fit minimises, divided by the number of rows so that one threshold fits every size. Its
// point is the weights followed by the intercept. An optimiser asks for value, gradient and Hessian of the same point
// in turn; odds and probabilities are computed once per point.
type loss struct {
	*Trainer
	penalty       float64
	at            []float64 // the point of the two slices below; empty before the first
	odds          []float64 // log-odds, one per row
	probabilities []float64
	scratch       []float64
}

func newLoss(trainer *Trainer, penalty float64) *loss {
	rows := len(trainer.labels)
	values := make([]float64, 3*rows)
	return &loss{
		Trainer: trainer, penalty: penalty / float64(rows),
		odds: values[:rows], probabilities: values[rows : 2*rows], scratch: values[2*rows:],
	}
}

// start is the best point without any feature: zero weights, and the intercept of the base rate.
func (l *loss) start() []float64 {
	point := make([]float64, len(l.columns)+1)
	share := floats.Sum(l.labels) / float64(len(l.labels))
	point[len(l.columns)] = math.Log(share / (1 - share))
	return point
}

func (l *loss) split(point []float64) (weights []float64, intercept float64) {
	return point[:len(l.columns)], point[len(l.columns)]
}

func (l *loss) moveTo(point []float64) {
	if floats.Equal(l.at, point) { // false for different lengths
		return
	}
	l.at = append(l.at[:0], point...)
	weights, intercept := l.split(point)
	for i := range l.odds {
		l.odds[i] = intercept
	}
	for feature, weight := range weights {
		floats.AddScaled(l.odds, weight, l.columns[feature])
	}
	for i, odds := range l.odds {
		l.probabilities[i] = sigmoid(odds)
	}
}

// value is −Σ (y·ln p + (1−y)·ln(1−p)) + penalty/2·|w|². In terms of the odds it is max(odds, 0) − y·odds + ln(1 +
// e^−|odds|), which loses no precision where p is near 0 or 1; and 1 + e^−|odds| is 1 over the probability of the
// likelier side.
func (l *loss) value(point []float64) float64 {
	l.moveTo(point)
	var sum float64
	product := 1.0
	for i, odds := range l.odds {
		sum += max(odds, 0) - l.labels[i]*odds
		product *= max(l.probabilities[i], 1-l.probabilities[i])
		// Logarithms are slow, and that of a product covers all its factors. No factor is below ½, so the product
		// cannot underflow.
		if i%factors == factors-1 {
			sum -= math.Log(product)
			product = 1
		}
	}
	weights, _ := l.split(point)
	return (sum-math.Log(product))/float64(len(l.labels)) + l.penalty/2*floats.Dot(weights, weights)
}

// factors is how many probabilities are multiplied before taking the logarithm.
const factors = 64

func (l *loss) gradient(gradient, point []float64) {
	l.moveTo(point)
	floats.SubTo(l.scratch, l.probabilities, l.labels)
	rows := float64(len(l.labels))
	weights, _ := l.split(point)
	for feature, weight := range weights {
		gradient[feature] = floats.Dot(l.columns[feature], l.scratch)/rows + l.penalty*weight
	}
	gradient[len(weights)] = floats.Sum(l.scratch) / rows
}

func (l *loss) hessian(hessian *mat.SymDense, point []float64) {
	l.moveTo(point)
	rows, intercept := float64(len(l.labels)), len(l.columns)
	var sum float64
	for _, probability := range l.probabilities {
		sum += probability * (1 - probability)
	}
	hessian.SetSym(intercept, intercept, sum/rows)
	for feature, column := range l.columns {
		for i, probability := range l.probabilities {
			l.scratch[i] = probability * (1 - probability) * column[i]
		}
		hessian.SetSym(feature, intercept, floats.Sum(l.scratch)/rows)
		for other := feature; other < intercept; other++ {
			curvature := floats.Dot(l.scratch, l.columns[other]) / rows
			if other == feature {
				curvature += l.penalty
			}
			hessian.SetSym(feature, other, curvature)
		}
	}
}
