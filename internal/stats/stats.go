// Package stats measures what an account or a strategy has achieved: returns, risk, drawdown.
//
// Every function is pure and works on float64. A return is the fraction gained in one period: 0.01 is one percent. The
// definitions are those of the tools that people compare us with, so that our numbers match theirs:
//
//   - Sharpe, Sortino, AnnualVolatility, AnnualReturn, Summary.Calmar and Cumulative follow empyrical: the sample
//     deviation (n − 1), and a downside deviation over all observations and not just the losing ones.
//   - TimeWeighted chains days as Portfolio Performance does, with money that comes in counted from the
//     start of its day and money that goes out counted until the end of it.
//   - XIRR is Excel's.
//   - Drawdowns follow freqtrade.
//
// # What is undefined
//
// Undefined values are 0: the Sharpe ratio of a single return, a Calmar ratio without a drawdown. The number of
// observations in Summary and TimeWeightedReturns distinguishes them from a true zero. Only XIRR returns an error,
// because there a rate of 0 would be a statement about the money. Observations that are not finite are ignored, and no
// function ever returns NaN or an infinity.
package stats

import (
	"math"
	"slices"
)

// roundingNoise is the deviation that returns of a constant rate have merely because float64 rounds. A ratio over it
// would be a meaningless number in the trillions.
const roundingNoise = 1e-14

// observed returns the finite values; the slice itself when all are finite.
func observed(values []float64) []float64 {
	if !slices.ContainsFunc(values, isUndefined) {
		return values
	}
	return slices.DeleteFunc(slices.Clone(values), isUndefined)
}

func isUndefined(value float64) bool { return math.IsNaN(value) || math.IsInf(value, 0) }

// defined returns value, or 0 when it is not finite.
func defined(value float64) float64 {
	if isUndefined(value) {
		return 0
	}
	return value
}

// mean returns the arithmetic mean, 0 without values.
func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

// deviation returns the sample standard deviation, with n − 1 as the denominator. It is 0 for fewer than two values,
// and exactly 0 when the values differ only by rounding.
func deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	center, squares := mean(values), 0.0
	for _, value := range values {
		distance := value - center
		squares += distance * distance
	}
	return aboveNoise(math.Sqrt(squares / float64(len(values)-1)))
}

// aboveNoise returns a deviation, or 0 for one that is only due to rounding.
func aboveNoise(deviation float64) float64 {
	if deviation <= roundingNoise {
		return 0
	}
	return deviation
}
