package features

import (
	"math"
	"time"
)

// quietest is the smallest volume, as a share of the mean, so that a bar without a trade has a logarithm.
const quietest = 0.01

// At computes the row of the last of bars from the look-back that ends with it; earlier bars are not read. It reports
// false when there are fewer bars than the look-back, when there is a gap in it, and when a price in it is not a
// positive number.
func (s Set) At(bars []Bar) ([]float64, bool) {
	if s.IsZero() || len(bars) < s.LookBack() {
		return nil, false
	}
	window := newSeries(bars[len(bars)-s.LookBack():])
	if !window.unbroken(0, s.LookBack()-1) {
		return nil, false
	}
	return s.row(window, s.LookBack()-1), true
}

// row computes the features of the bar at index at. Each is computed afresh from the bars of the look-back, oldest
// first, rather than updated from the previous row: the rounding of a running sum depends on where it began.
func (s Set) row(series *series, at int) []float64 {
	row := make([]float64, 0, len(s.spans.names))
	for _, span := range s.spans.returns {
		row = append(row, series.logs[at]-series.logs[at-span])
	}
	for _, span := range s.spans.volatilities {
		row = append(row, deviation(series.returns[at-span+1:at+1]))
	}
	row = append(row, series.ranges[at], mean(series.ranges[at-s.spans.ranges+1:at+1]))
	row = append(row, loudness(series.volumes[at-s.spans.volume+1:at+1]))
	for _, span := range s.spans.averages {
		row = append(row, series.logs[at]-math.Log(mean(series.closes[at-span+1:at+1])))
	}
	return append(row, s.clock(series.opened[at])...)
}

// clock encodes the hour of the day and of the week as points on a circle, where Sunday's last hour is next to
// Monday's first.
func (s Set) clock(opened time.Time) []float64 {
	const day, week = 24 * time.Hour, 7 * 24 * time.Hour
	opened = opened.UTC()
	sinceMidnight := time.Duration(opened.Hour())*time.Hour + time.Duration(opened.Minute())*time.Minute
	sinceSunday := time.Duration(opened.Weekday())*day + sinceMidnight
	weekSine, weekCosine := math.Sincos(2 * math.Pi * float64(sinceSunday) / float64(week))
	if !s.spans.hourOfDay {
		return []float64{weekSine, weekCosine}
	}
	daySine, dayCosine := math.Sincos(2 * math.Pi * float64(sinceMidnight) / float64(day))
	return []float64{daySine, dayCosine, weekSine, weekCosine}
}

// loudness is the logarithm of the last volume relative to their mean; 0 if the feed has no volumes.
func loudness(volumes []float64) float64 {
	usual := mean(volumes)
	if !(usual > 0) || math.IsInf(usual, 0) {
		return 0
	}
	return math.Log(max(volumes[len(volumes)-1]/usual, quietest))
}

func mean(values []float64) float64 {
	var sum float64
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}

func deviation(values []float64) float64 {
	centre := mean(values)
	var squares float64
	for _, value := range values {
		distance := value - centre
		squares += distance * distance
	}
	return math.Sqrt(squares / float64(len(values)))
}
