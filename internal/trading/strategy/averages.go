package strategy

// Every indicator returns a series that ends at the last bar and begins at the first bar that it has a value for: nil when
// there are too few bars or the period is below one. The series is as much shorter than its input as in TA-Lib, which calls
// the difference the lookback.

// SMA returns the simple moving average, period − 1 values shorter than values.
func SMA(values []float64, period int) []float64 { return (*scratch)(nil).sma(values, period) }

func (s *scratch) sma(values []float64, period int) []float64 {
	if period < 1 || len(values) < period {
		return nil
	}
	averages := s.series(len(values) - period + 1)
	for i := range averages {
		// Each window is summed afresh: a running sum would keep the rounding errors of bars that have left it.
		averages[i] = average(values[i : i+period])
	}
	return averages
}

// EMA returns the exponential moving average with the weight 2 ÷ (period + 1), seeded with the simple average of the first
// period values; period − 1 values shorter than values.
func EMA(values []float64, period int) []float64 { return (*scratch)(nil).ema(values, period) }

func (s *scratch) ema(values []float64, period int) []float64 {
	if period < 1 || len(values) < period {
		return nil
	}
	return s.smoothed(values, period, 2/(float64(period)+1))
}

// smoothed starts with the average of the first period values and then moves by weight towards each value.
func (s *scratch) smoothed(values []float64, period int, weight float64) []float64 {
	averages := s.series(len(values) - period + 1)
	smooth := average(values[:period])
	averages[0] = smooth
	for i, value := range values[period:] {
		smooth += weight * (value - smooth)
		averages[i+1] = smooth
	}
	return averages
}

// wilder smooths as Wilder does: an exponential average with the weight 1 ÷ period.
func (s *scratch) wilder(values []float64, period int) []float64 {
	if period < 1 || len(values) < period {
		return nil
	}
	return s.smoothed(values, period, 1/float64(period))
}

func average(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

// last returns the value that is back bars before the last one.
func last(series []float64, back int) float64 { return series[len(series)-1-back] }

// tail returns the last count elements.
func tail[E any](series []E, count int) []E { return series[len(series)-count:] }
