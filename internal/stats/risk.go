package stats

import "math"

// Sharpe returns the annualized Sharpe ratio: the mean excess return ÷ the sample deviation × √periodsPerYear.
// riskFree is the risk-free return of one period, not of a year. It is 0 for fewer than two returns and for
// constant ones, where no risk can be measured.
func Sharpe(returns []float64, periodsPerYear, riskFree float64) float64 {
	returns = observed(returns)
	risk := deviation(returns)
	if risk == 0 {
		return 0
	}
	return defined((mean(returns) - riskFree) / risk * math.Sqrt(periodsPerYear))
}

// Sortino returns the annualized Sortino ratio: the mean return above required ÷ the downside deviation ×
// √periodsPerYear. required is the return wanted of one period. It is 0 for fewer than two returns and when
// none of them falls short of what is required.
func Sortino(returns []float64, periodsPerYear, required float64) float64 {
	returns = observed(returns)
	risk := downsideDeviation(returns, required)
	if len(returns) < 2 || risk == 0 {
		return 0
	}
	return defined((mean(returns) - required) / risk * math.Sqrt(periodsPerYear))
}

// DownsideRisk returns the annualized downside deviation: the root of the mean squared shortfall below
// required, over all observations, × √periodsPerYear. It is 0 without returns.
func DownsideRisk(returns []float64, periodsPerYear, required float64) float64 {
	return defined(downsideDeviation(observed(returns), required) * math.Sqrt(periodsPerYear))
}

func downsideDeviation(returns []float64, required float64) float64 {
	squares := 0.0
	for _, periodic := range returns {
		shortfall := min(periodic-required, 0)
		squares += shortfall * shortfall
	}
	result := math.Sqrt(squares / float64(max(len(returns), 1)))
	if result <= roundingNoise {
		return 0
	}
	return result
}

// AnnualVolatility returns the sample deviation × √periodsPerYear, 0 for fewer than two returns.
func AnnualVolatility(returns []float64, periodsPerYear float64) float64 {
	return defined(deviation(observed(returns)) * math.Sqrt(periodsPerYear))
}

// Calmar returns AnnualReturn ÷ the largest relative drawdown of the returns, 0 without a drawdown.
func Calmar(returns []float64, periodsPerYear float64) float64 {
	drawdown := DrawdownOfReturns(returns).Relative.Relative
	if drawdown == 0 {
		return 0
	}
	return defined(AnnualReturn(returns, periodsPerYear) / drawdown)
}

// Summary is what a series of returns says about the one who made them.
type Summary struct {
	TotalReturn      float64
	AnnualReturn     float64
	AnnualVolatility float64
	Sharpe           float64
	Sortino          float64
	Calmar           float64
	MaxDrawdown      float64 // relative, 0.25 is a fall by a quarter
	Best             float64 // return of one period
	Worst            float64
	Observations     int // how many returns there were; with fewer than two most of the above is 0
}

// Summarize measures returns with each function of this package. riskFree is that of one period and serves
// the Sortino ratio as the required return.
func Summarize(returns []float64, periodsPerYear, riskFree float64) Summary {
	best, worst := Extremes(returns)
	return Summary{
		TotalReturn:      Total(returns),
		AnnualReturn:     AnnualReturn(returns, periodsPerYear),
		AnnualVolatility: AnnualVolatility(returns, periodsPerYear),
		Sharpe:           Sharpe(returns, periodsPerYear, riskFree),
		Sortino:          Sortino(returns, periodsPerYear, riskFree),
		Calmar:           Calmar(returns, periodsPerYear),
		MaxDrawdown:      DrawdownOfReturns(returns).Relative.Relative,
		Best:             best,
		Worst:            worst,
		Observations:     len(observed(returns)),
	}
}
