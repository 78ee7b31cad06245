package strategy

// Enter is the decision to open a trade with a stop and a target at those distances.
func Enter(side Side, price, stop, target float64) Decision {
	return enter(side, price, distances{stop, target}, Low, "A test.")
}

// ConfidenceOf grades a measure.
func ConfidenceOf(measure, medium, high, veryHigh float64) Confidence {
	return confidenceOf(measure, medium, high, veryHigh)
}

// Number formats a price for people.
func Number(value float64) string { return number(value) }

// Scratch holds the series of one decision.
type Scratch struct{ kept scratch }

// NewScratch has room for so many values.
func NewScratch(room int) *Scratch { return &Scratch{scratch{values: make([]float64, room)}} }

// Series returns so many zeros.
func (s *Scratch) Series(count int) []float64 { return s.kept.series(count) }

// Room is the capacity for values, including those already handed out.
func (s *Scratch) Room() int { return len(s.kept.values) }
