package strategy

// Enter decides to open a trade with a stop and a target that far away.
func Enter(side Side, price, stop, target float64) Decision {
	return enter(side, price, distances{stop, target}, Low, "A test.")
}

// ConfidenceOf grades a measure.
func ConfidenceOf(measure, medium, high, veryHigh float64) Confidence {
	return confidenceOf(measure, medium, high, veryHigh)
}

// Number writes a price for people.
func Number(value float64) string { return number(value) }

// Scratch is where the series of one decision are kept.
type Scratch struct{ kept scratch }

// NewScratch has room for so many values.
func NewScratch(room int) *Scratch { return &Scratch{scratch{values: make([]float64, room)}} }

// Series hands out so many zeros.
func (s *Scratch) Series(count int) []float64 { return s.kept.series(count) }

// Room is how many values there is room for, those that were handed out included.
func (s *Scratch) Room() int { return len(s.kept.values) }
