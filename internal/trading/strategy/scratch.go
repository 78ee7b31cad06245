package strategy

import "sync"

// scratch is where the series of one decision are kept while it is made: a backtest makes half a million of them, each
// of a dozen series that nobody looks at again. The nil scratch makes series that may be kept.
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
	if len(s.values)-s.used < count { // those that were handed out stay where they are
		s.values, s.used = make([]float64, 2*len(s.values)+count), 0
	}
	taken := s.values[s.used : s.used+count : s.used+count]
	s.used += count
	clear(taken)
	return taken
}

// release hands the scratch to the next decision.
func (s *scratch) release() {
	s.used = 0
	scratches.Put(s)
}
