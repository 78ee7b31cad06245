package stats

import "math"

// Moments summarizes returns that are counted one by one and not kept.
type Moments struct {
	Count   int
	Moves   int     // returns other than 0
	Mean    float64 // of all returns
	Squares float64 // the sum of their squared distances from the mean
}

// SharpeOf is Sharpe, with a risk-free return of 0, for returns of which only the moments are known.
func SharpeOf(m Moments, periodsPerYear float64) float64 {
	if m.Moves < EnoughMoves {
		return 0
	}
	risk := aboveNoise(math.Sqrt(m.Squares / float64(m.Count-1)))
	if risk == 0 {
		return 0
	}
	return defined(m.Mean / risk * math.Sqrt(periodsPerYear))
}
