package features

// Sample is one bar that a model can be trained or tested on.
type Sample struct {
	Bar  int       // index of the bar of the prediction; the label ends Horizon bars later
	Row  []float64 // in the order of [Set.Names]
	Up   bool      // the close a horizon later is above this bar's
	Move float64   // close a horizon later ÷ this bar's close − 1
	Last bool      // whether the horizon that ends with this bar was up
}

// Samples are all bars with an unbroken look-back before them and an unbroken horizon after them, oldest first. A
// horizon below one bar, or not shorter than the look-back, has none.
func (s Set) Samples(bars []Bar, horizon int) []Sample {
	if s.IsZero() || horizon < 1 || horizon >= s.LookBack() {
		return nil
	}
	series := newSeries(bars)
	samples := make([]Sample, 0, len(bars))
	for at := s.LookBack() - 1; at+horizon < len(bars); at++ {
		if !series.unbroken(at-s.LookBack()+1, at+horizon) {
			continue
		}
		now, later := series.closes[at], series.closes[at+horizon]
		samples = append(samples, Sample{
			Bar: at, Row: s.row(series, at), Up: later > now, Move: later/now - 1, Last: now > series.closes[at-horizon],
		})
	}
	return samples
}

// LastUp reports whether the close of the last bar is above the close one horizon before it, like Sample.Last for
// training bars.
func LastUp(bars []Bar, horizon int) bool {
	last := len(bars) - 1
	return horizon > 0 && last >= horizon && bars[last].Close > bars[last-horizon].Close
}
