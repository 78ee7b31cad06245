package stats

// Day is one day of an account: its value at the end, and the money that came in and went out.
type Day struct {
	Value float64 // at the end of the day, after the flows
	In    float64 // paid in, counted as there from the start of the day
	Out   float64 // paid out, counted as there until the end of the day; positive
}

// TimeWeightedReturns is a performance without the effect of flows.
type TimeWeightedReturns struct {
	// Cumulative is the chained return up to and including each day, one entry per day.
	Cumulative []float64
	// Daily is the return of each day, one entry per day; 0 where HasBase is false.
	Daily []float64
	// HasBase says which days had money to earn a return on.
	HasBase []bool
	// Observations is the number of days with a base.
	Observations int
}

// Total returns the chained return over all days.
func (t TimeWeightedReturns) Total() float64 {
	if len(t.Cumulative) == 0 {
		return 0
	}
	return t.Cumulative[len(t.Cumulative)-1]
}

// Observed returns the daily returns of the days with a base, for Sharpe and the other ratios.
func (t TimeWeightedReturns) Observed() []float64 {
	returns := make([]float64, 0, t.Observations)
	for i, daily := range t.Daily {
		if t.HasBase[i] {
			returns = append(returns, daily)
		}
	}
	return returns
}

// TimeWeighted chains the daily returns (Value + Out) ÷ (Value of the day before + In) − 1. Before the first
// day the account is worth nothing, so its base is what was paid in.
//
// A day without a base is skipped: nothing was there before and nothing came in, for example after a full withdrawal.
// So is a day whose value is not finite; the next day then uses the last finite value and the flows since. A gap in the
// calendar needs no entry: a Day may span several.
func TimeWeighted(days []Day) TimeWeightedReturns {
	result := TimeWeightedReturns{
		Cumulative: make([]float64, len(days)),
		Daily:      make([]float64, len(days)),
		HasBase:    make([]bool, len(days)),
	}
	growth, previous := 1.0, 0.0
	for i, day := range days {
		base := previous + day.In
		factor := (day.Value + day.Out) / base
		if base > 0 && !isUndefined(factor) && !isUndefined(growth*factor) {
			factor = max(factor, 0)
			growth *= factor
			result.Daily[i], result.HasBase[i] = factor-1, true
			result.Observations++
		}
		if isUndefined(day.Value) {
			previous += defined(day.In) - defined(day.Out)
		} else {
			previous = day.Value
		}
		result.Cumulative[i] = growth - 1
	}
	return result
}
