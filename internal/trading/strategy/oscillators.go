package strategy

// RSI returns Wilder's relative strength index, 0 to 100; period values shorter than values. If nothing has moved it is 50,
// neither strong nor weak; TA-Lib has 0 there, which would read as oversold.
func RSI(values []float64, period int) []float64 { return (*scratch)(nil).rsi(values, period) }

func (s *scratch) rsi(values []float64, period int) []float64 {
	if period < 1 || len(values) <= period {
		return nil
	}
	gains := s.series(len(values) - 1)
	losses := s.series(len(gains))
	for i := range gains {
		change := values[i+1] - values[i]
		gains[i], losses[i] = max(change, 0), max(-change, 0)
	}
	gain, loss := s.wilder(gains, period), s.wilder(losses, period)
	strength := s.series(len(gain))
	for i := range strength {
		strength[i] = 50
		if moved := gain[i] + loss[i]; moved > 0 {
			strength[i] = 100 * gain[i] / moved
		}
	}
	return strength
}

// MACDLines are the three lines of the MACD, all of the same length.
type MACDLines struct {
	Line      []float64 // the fast EMA − the slow one
	Signal    []float64 // the EMA of Line
	Histogram []float64 // Line − Signal
}

// MACD returns the moving average convergence divergence as defined by TA-Lib: the fast EMA is seeded late, so that its
// first value is on the same bar as that of the slow one. The lines are (slow − 1) + (signal − 1) values shorter than
// values. A fast period that is longer than the slow one is swapped with it.
func MACD(values []float64, fast, slow, signal int) MACDLines {
	return (*scratch)(nil).macd(values, fast, slow, signal)
}

func (s *scratch) macd(values []float64, fast, slow, signal int) MACDLines {
	fast, slow = min(fast, slow), max(fast, slow)
	if fast < 1 || signal < 1 || len(values) < slow+signal-1 {
		return MACDLines{}
	}
	fastEMA, slowEMA := s.ema(values[slow-fast:], fast), s.ema(values, slow)
	difference := s.series(len(slowEMA))
	for i := range difference {
		difference[i] = fastEMA[i] - slowEMA[i]
	}
	lines := MACDLines{Line: difference[signal-1:], Signal: s.ema(difference, signal)}
	lines.Histogram = s.series(len(lines.Line))
	for i := range lines.Histogram {
		lines.Histogram[i] = lines.Line[i] - lines.Signal[i]
	}
	return lines
}

// ROC returns the rate of change over period bars in percent, 0 where the earlier value is 0; period values
// shorter than values.
func ROC(values []float64, period int) []float64 { return (*scratch)(nil).roc(values, period) }

func (s *scratch) roc(values []float64, period int) []float64 {
	if period < 1 || len(values) <= period {
		return nil
	}
	changes := s.series(len(values) - period)
	for i := range changes {
		if values[i] != 0 {
			changes[i] = (values[i+period]/values[i] - 1) * 100
		}
	}
	return changes
}
