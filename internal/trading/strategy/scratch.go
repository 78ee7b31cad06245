package strategy

import "sync"

// scratch holds the series of one decision while it is made: a backtest makes half a million decisions, each with a dozen
// series that are never used again. The nil scratch makes series that may be kept.
type scratch struct {
	values []float64
	used   int
}

var scratches = sync.Pool{New: func() any { return &scratch{values: make([]float64, 4096)} }}

// series returns so many zeros.
func (s *scratch) series(count int) []float64 {
	if s == nil {
		return make([]float64, count)
	}
	if len(s.values)-s.used < count { // series handed out before keep the old array
		s.values, s.used = make([]float64, 2*len(s.values)+count), 0
	}
	taken := s.values[s.used : s.used+count : s.used+count]
	s.used += count
	clear(taken)
	return taken
}

// release makes the scratch available to the next decision.
func (s *scratch) release() {
	s.used = 0
	scratches.Put(s)
}
