package stats

import (
	"math"
	"slices"
)

// EnoughMoves is how many returns other than 0 a ratio of return to risk needs. With fewer it would be a large number
// based on a day or two.
const EnoughMoves = 5

// Sharpe returns the annualized Sharpe ratio: the mean excess return ÷ the sample deviation × √periodsPerYear. riskFree
// is the risk-free return of one period, not of a year. It is 0 with fewer than EnoughMoves and for constant returns,
// which have no measurable risk.
func Sharpe(returns []float64, periodsPerYear, riskFree float64) float64 {
	returns = observed(returns)
	risk := deviation(returns)
	if risk == 0 || moves(returns) < EnoughMoves {
		return 0
	}
	return defined((mean(returns) - riskFree) / risk * math.Sqrt(periodsPerYear))
}

// moves counts the returns other than 0.
func moves(returns []float64) (count int) {
	for _, periodic := range returns {
		if periodic != 0 {
			count++
		}
	}
	return count
}

// Sortino returns the annualized Sortino ratio: the mean return above required ÷ the downside deviation ×
// √periodsPerYear. required is the target return of one period. The ratio is 0 with fewer than EnoughMoves and when no
// return falls short of required.
func Sortino(returns []float64, periodsPerYear, required float64) float64 {
	returns = observed(returns)
	risk := downsideDeviation(returns, required)
	if risk == 0 || moves(returns) < EnoughMoves {
		return 0
	}
	return defined((mean(returns) - required) / risk * math.Sqrt(periodsPerYear))
}

// downsideDeviation is the root of the mean squared shortfall below required, over all observations.
func downsideDeviation(returns []float64, required float64) float64 {
	squares := 0.0
	for _, periodic := range returns {
		shortfall := min(periodic-required, 0)
		squares += shortfall * shortfall
	}
	return aboveNoise(math.Sqrt(squares / float64(max(len(returns), 1))))
}

// AnnualVolatility returns the sample deviation × √periodsPerYear, 0 for fewer than two returns.
func AnnualVolatility(returns []float64, periodsPerYear float64) float64 {
	return defined(deviation(observed(returns)) * math.Sqrt(periodsPerYear))
}

// calmar is the annual return ÷ the largest relative drawdown, 0 without a drawdown.
func calmar(annualReturn, drawdown float64) float64 {
	if drawdown == 0 {
		return 0
	}
	return defined(annualReturn / drawdown)
}

// Summary is the set of measures of a series of returns.
type Summary struct {
	TotalReturn      float64
	AnnualReturn     float64 // the total return when fewer than ShortestYear days were observed
	AnnualVolatility float64
	Sharpe           float64
	Sortino          float64
	Calmar           float64
	MaxDrawdown      float64 // relative, 0.25 is a fall by a quarter
	Best             float64 // return of one period
	Worst            float64
	Observations     int // number of returns; with few of them most of the above are 0
}

// Summarize applies the measures of this package to returns, except that a return of fewer than ShortestYear days is
// not annualized. riskFree is the return of one period, and also the required return of the Sortino ratio.
func Summarize(returns []float64, periodsPerYear, riskFree float64) Summary {
	best, worst := extremes(returns)
	annual, drawdown := annualized(returns, periodsPerYear), DrawdownOfReturns(returns).Relative.Relative
	return Summary{
		TotalReturn:      Total(returns),
		AnnualReturn:     annual,
		AnnualVolatility: AnnualVolatility(returns, periodsPerYear),
		Sharpe:           Sharpe(returns, periodsPerYear, riskFree),
		Sortino:          Sortino(returns, periodsPerYear, riskFree),
		Calmar:           calmar(annual, drawdown),
		MaxDrawdown:      drawdown,
		Best:             best,
		Worst:            worst,
		Observations:     len(observed(returns)),
	}
}

// extremes returns the largest and the smallest value, 0 and 0 without any.
func extremes(values []float64) (best, worst float64) {
	values = observed(values)
	if len(values) == 0 {
		return 0, 0
	}
	return slices.Max(values), slices.Min(values)
}
