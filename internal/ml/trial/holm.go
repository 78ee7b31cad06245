package trial

import (
	"cmp"
	"math"
	"slices"
)

// Level is the largest adjusted p-value that is an edge: of a hundred families of models that know nothing, five have one by chance.
const Level = 0.05

// HasEdge tells whether an adjusted p-value is an edge.
func HasEdge(adjusted float64) bool { return adjusted <= Level }

// Holm adjusts the p-values of a family of tests for their number, in the order given: the smallest of m is multiplied by m, the
// next by m−1 and so on, none is above 1 and none is below a smaller one's. Those at most a level are the ones that Holm's
// step-down procedure rejects at it. What is not a probability counts as 1.
func Holm(pValues []float64) []float64 {
	order := make([]int, len(pValues))
	for i := range order {
		order[i] = i
	}
	value := func(i int) float64 {
		if !isProbability(pValues[i]) {
			return 1
		}
		return pValues[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	adjusted := make([]float64, len(pValues))
	largest := 0.0
	for rank, i := range order {
		largest = math.Max(largest, math.Min(1, value(i)*float64(len(pValues)-rank)))
		adjusted[i] = largest
	}
	return adjusted
}
