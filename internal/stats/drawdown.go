package stats

// Drawdown is one fall of an equity curve from a peak to the lowest point after it.
type Drawdown struct {
	Absolute float64 // peak − trough, in the curve's unit; 0 when the curve never falls
	Relative float64 // Absolute ÷ peak, a fraction; 0 when the peak is not above zero
	Peak     int     // index of the last point at the peak
	Trough   int     // index of the first point at the lowest value
}

// Drawdowns are the two falls by which a curve is judged. They can be different ones: half of a small account is a
// larger share but a smaller sum than a tenth of a large one.
type Drawdowns struct {
	Absolute Drawdown // the largest loss
	Relative Drawdown // the largest loss as a share of the peak
}

// DrawdownOfEquity finds the largest falls of an equity curve. It skips points that are not finite. Of equal falls the
// first one counts. Relative is between 0 and 1 as long as the curve is above zero.
func DrawdownOfEquity(equity []float64) Drawdowns {
	var largest Drawdowns
	peak, hasPeak := 0, false
	for i, value := range equity {
		if isUndefined(value) {
			continue
		}
		if !hasPeak || value >= equity[peak] {
			peak, hasPeak = i, true
			continue
		}
		fall := Drawdown{Absolute: equity[peak] - value, Peak: peak, Trough: i}
		if equity[peak] > 0 {
			fall.Relative = fall.Absolute / equity[peak]
		}
		if isUndefined(fall.Absolute) || isUndefined(fall.Relative) {
			continue
		}
		if fall.Absolute > largest.Absolute.Absolute {
			largest.Absolute = fall
		}
		if fall.Relative > largest.Relative.Relative {
			largest.Relative = fall
		}
	}
	return largest
}

// DrawdownOfReturns finds the largest falls of a capital of 1 that earns each return in turn, so Absolute is in units
// of the initial capital. Peak and Trough are indexes of returns; a Peak of −1 is the start.
func DrawdownOfReturns(returns []float64) Drawdowns {
	equity := make([]float64, len(returns)+1)
	equity[0] = 1
	for i, periodic := range returns {
		equity[i+1] = grow(equity[i], 1+periodic)
	}
	return DrawdownOfEquity(equity).shifted(-1)
}

// shifted shifts the indexes of falls that are not empty.
func (d Drawdowns) shifted(by int) Drawdowns {
	for _, fall := range []*Drawdown{&d.Absolute, &d.Relative} {
		if fall.Absolute > 0 {
			fall.Peak += by
			fall.Trough += by
		}
	}
	return d
}
