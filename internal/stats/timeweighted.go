package stats

// Day is one day of an account: what it was worth at the end, and the money that crossed its border.
type Day struct {
	Value float64 // at the end of the day, after the flows
	In    float64 // paid in, counted as there from the start of the day
	Out   float64 // paid out, counted as there until the end of the day; positive
}

// TimeWeightedReturns is a performance from which the flows have been taken out.
type TimeWeightedReturns struct {
	// Cumulative is the chained return up to and with each day, one entry a day.
	Cumulative []float64
	// Daily is the return of each day, one entry a day; 0 where HasBase is false.
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

// Observed returns the daily returns of the days with a base: what Sharpe and its kin are measured on.
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
// A day without base is skipped: nothing was there before and nothing came in, after a full withdrawal for
// instance. So is a day whose value is not finite; the next day then stands on the last value that was, with
// the flows since.
// A gap in the calendar needs no entry: a Day may well span several.
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
