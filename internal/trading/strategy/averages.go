package strategy

// Every indicator returns a series that ends at the last bar and begins at the first one that it has a value
// for: nil when there are too few bars or the period is below one. The number of values that it is shorter
// by is the same as in TA-Lib, where it is called the lookback.

// SMA returns the simple moving average, period − 1 values shorter than values.
func SMA(values []float64, period int) []float64 {
	if period < 1 || len(values) < period {
		return nil
	}
	averages := make([]float64, len(values)-period+1)
	for i := range averages {
		// Each window is summed afresh: a running sum would carry the rounding of bars that have left it.
		averages[i] = average(values[i : i+period])
	}
	return averages
}

// EMA returns the exponential moving average with the weight 2 ÷ (period + 1), begun with the simple average
// of the first period values; period − 1 values shorter than values.
func EMA(values []float64, period int) []float64 {
	if period < 1 || len(values) < period {
		return nil
	}
	return smoothed(values, period, 2/(float64(period)+1))
}

// smoothed begins with the average of the first period values and then moves by weight towards each value.
func smoothed(values []float64, period int, weight float64) []float64 {
	averages := make([]float64, len(values)-period+1)
	averages[0] = average(values[:period])
	for i := 1; i < len(averages); i++ {
		averages[i] = averages[i-1] + weight*(values[i+period-1]-averages[i-1])
	}
	return averages
}

// wilder smooths as Wilder does: an exponential average with the weight 1 ÷ period.
func wilder(values []float64, period int) []float64 {
	if period < 1 || len(values) < period {
		return nil
	}
	return smoothed(values, period, 1/float64(period))
}

func average(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

// last returns the value that stands back bars before the last one.
func last(series []float64, back int) float64 { return series[len(series)-1-back] }

// tail returns the last count elements.
func tail[E any](series []E, count int) []E { return series[len(series)-count:] }
