package stats

import "math"

// Cumulative returns the chained return after each period: ∏(1 + r) − 1. A return that is not finite changes nothing;
// the result is as long as returns.
func Cumulative(returns []float64) []float64 {
	cumulative := make([]float64, len(returns))
	growth := 1.0
	for i, periodic := range returns {
		growth = grow(growth, 1+periodic)
		cumulative[i] = growth - 1
	}
	return cumulative
}

// Total returns the chained return over all periods, 0 without any.
func Total(returns []float64) float64 {
	growth := 1.0
	for _, periodic := range returns {
		growth = grow(growth, 1+periodic)
	}
	return growth - 1
}

// grow returns growth × factor. It ignores a factor that is not finite, or would overflow float64. One below zero
// counts as zero: no more than everything can be lost, and a negative growth would turn later losses into gains.
func grow(growth, factor float64) float64 {
	next := growth * max(factor, 0)
	if isUndefined(factor) || isUndefined(next) {
		return growth
	}
	return next
}

// AnnualReturn returns the yearly rate at which the returns compound: ∏(1 + r)^(periodsPerYear ÷ n) − 1. A return that
// is not finite earns nothing, but its period has passed. The rate is 0 without returns, and when a few large returns
// lead to a yearly rate beyond float64.
func AnnualReturn(returns []float64, periodsPerYear float64) float64 {
	if len(returns) == 0 || periodsPerYear <= 0 {
		return 0
	}
	return defined(math.Pow(1+Total(returns), periodsPerYear/float64(len(returns))) - 1)
}

// ShortestYear is the number of days that a return must cover to be annualized: a good week is not a fortune.
const ShortestYear = 30

// annualized is AnnualReturn, and Total for less than ShortestYear days.
func annualized(returns []float64, periodsPerYear float64) float64 {
	if float64(len(returns))*daysPerYear < ShortestYear*periodsPerYear {
		return Total(returns)
	}
	return AnnualReturn(returns, periodsPerYear)
}
