package trial

import (
	"cmp"
	"math"
	"slices"
)

// Level is the largest adjusted p-value that counts as an edge: of a hundred families of models without any skill,
// five have one by chance.
const Level = 0.05

// HasEdge reports whether an adjusted p-value counts as an edge.
func HasEdge(adjusted float64) bool { return adjusted <= Level }

// Holm adjusts the p-values of a family of tests for their number, keeping the order given: the smallest of m is
// multiplied by m, the next by m−1 and so on; none exceeds 1 or is below that of a smaller one. Those at or below a
// level are the ones that Holm's step-down procedure rejects at it. A value that is not a probability counts as 1.
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
