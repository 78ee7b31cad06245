package stats

import "math"

// Newton follows the slope to log(1 + rate) of flows that have one.
func Newton(flows []Flow) (root float64, found bool) { return search(newton, flows) }

// Bisect finds it by bisection.
func Bisect(flows []Flow) (root float64, found bool) { return search(bisect, flows) }

func search(method func([]term, float64) (float64, bool), flows []Flow) (root float64, found bool) {
	terms, err := termsOf(flows)
	if err != nil {
		return 0, false
	}
	return method(terms, math.Log1p(excelGuess))
}
