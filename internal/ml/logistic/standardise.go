package logistic

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// standardise turns rows into columns of mean 0 and deviation 1 and stores the original means and deviations.
func (t *Trainer) standardise(rows [][]float64) {
	t.means, t.deviations = make([]float64, len(t.names)), make([]float64, len(t.names))
	t.columns = make([][]float64, len(t.names))
	values := make([]float64, len(t.names)*len(rows))
	for feature := range t.names {
		column := values[feature*len(rows) : (feature+1)*len(rows)]
		for i, row := range rows {
			column[i] = row[feature]
		}
		t.means[feature], t.deviations[feature] = moments(column)
		for i, value := range column {
			column[i] = 0
			if t.deviations[feature] > 0 {
				column[i] = (value - t.means[feature]) / t.deviations[feature]
			}
		}
		t.columns[feature] = column
	}
}

// moments are the mean and the population deviation of values, as in scikit-learn's StandardScaler: a spread no larger
// than the rounding of the mean counts as none.
func moments(values []float64) (mean, deviation float64) {
	const epsilon = 0x1p-52
	count := float64(len(values))
	mean = floats.Sum(values) / count
	var squares float64
	for _, value := range values {
		squares += (value - mean) * (value - mean)
	}
	variance, rounding := squares/count, count*mean*epsilon
	if variance <= count*epsilon*variance+rounding*rounding {
		return mean, 0
	}
	return mean, math.Sqrt(variance)
}
