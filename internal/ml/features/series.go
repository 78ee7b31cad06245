package features

import (
	"math"
	"time"
)

// largestPrice keeps sums and quotients of prices finite: a price above it, or below its inverse, means a broken feed.
const largestPrice = 1e30

// series holds what every row reads from the bars, one slice per column.
type series struct {
	opened  []time.Time
	closes  []float64
	logs    []float64 // of the closes
	returns []float64 // logs minus the previous bar's; the first after a gap or a broken bar is never read
	ranges  []float64 // high minus low, as a share of the close
	volumes []float64
	// runs counts the bars since the last gap or broken price, including the bar itself: 0 for a broken bar.
	runs []int
}

func newSeries(bars []Bar) *series {
	columns := make([]float64, 5*len(bars))
	column := func(number int) []float64 {
		return columns[number*len(bars) : (number+1)*len(bars) : (number+1)*len(bars)]
	}
	s := &series{
		opened: make([]time.Time, len(bars)), runs: make([]int, len(bars)),
		closes: column(0), logs: column(1), returns: column(2), ranges: column(3), volumes: column(4),
	}
	for i, bar := range bars {
		s.opened[i] = bar.OpenedAt
		if !bar.isSound() {
			continue
		}
		s.runs[i] = 1
		s.closes[i] = bar.Close
		s.logs[i] = math.Log(bar.Close)
		s.ranges[i] = (bar.High - bar.Low) / bar.Close
		if bar.Volume > 0 && bar.Volume < largestPrice {
			s.volumes[i] = bar.Volume
		}
		if i > 0 && bars[i-1].Sequence+1 == bar.Sequence {
			s.runs[i] += s.runs[i-1]
			s.returns[i] = s.logs[i] - s.logs[i-1]
		}
	}
	return s
}

// unbroken reports whether the bars from first to last are consecutive and sound.
func (s *series) unbroken(first, last int) bool { return s.runs[last] > last-first }

// isSound reports whether the prices that features and labels read are positive numbers.
func (b Bar) isSound() bool {
	for _, price := range [...]float64{b.High, b.Low, b.Close} {
		if !(price > 1/largestPrice && price < largestPrice) {
			return false
		}
	}
	return true
}
