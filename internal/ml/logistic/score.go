package logistic

import (
	"math"
	"slices"
	"sort"
)

// surest is how close to 0 or 1 a probability may get: no forecast is infinitely wrong.
const surest = 1e-6

// Clamp moves a probability into [0.000001, 0.999999].
func Clamp(probability float64) float64 { return min(max(probability, surest), 1-surest) }

// LogLoss is the loss of a probability of up once the outcome is known: −ln of the probability given to that outcome.
// The probability is clamped.
func LogLoss(probability float64, up bool) float64 {
	if up {
		return -math.Log(Clamp(probability))
	}
	return -math.Log1p(-Clamp(probability))
}

// Brier is the squared distance of a probability of up, clamped, from the outcome.
func Brier(probability float64, up bool) float64 {
	if up {
		return (1 - Clamp(probability)) * (1 - Clamp(probability))
	}
	return Clamp(probability) * Clamp(probability)
}

// Hit reports whether a probability was on the side of the outcome. One half counts as up.
func Hit(probability float64, up bool) bool { return (probability >= 0.5) == up }

// Bin is one row of a calibration table: of Count forecasts that predicted Predicted on average, a share of Observed
// came true.
type Bin struct {
	Count     int     `json:"count"`
	Predicted float64 `json:"predicted"`
	Observed  float64 `json:"observed"`
}

// Calibrate sorts probabilities into at most bins bins of equal count, lowest first. Equal probabilities share a bin,
// so the order of the forecasts does not matter, and empty bins are left out: scikit-learn's calibration_curve with
// strategy "quantile".
func Calibrate(probabilities []float64, ups []bool, bins int) []Bin {
	if len(probabilities) == 0 || len(probabilities) != len(ups) || bins < 1 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(probabilities))
	borders := make([]float64, bins-1)
	for i := range borders {
		borders[i] = quantile(sorted, float64(i+1)/float64(bins))
	}
	table := make([]Bin, bins)
	for i, probability := range probabilities {
		bin := &table[sort.SearchFloat64s(borders, probability)]
		bin.Count++
		bin.Predicted += probability
		if ups[i] {
			bin.Observed++
		}
	}
	for i := range table {
		table[i].Predicted /= float64(table[i].Count)
		table[i].Observed /= float64(table[i].Count)
	}
	return slices.DeleteFunc(table, func(bin Bin) bool { return bin.Count == 0 })
}

// quantile is the value below which the given share of the sorted values lies, interpolated between its neighbours.
func quantile(sorted []float64, share float64) float64 {
	position := share * float64(len(sorted)-1)
	below := int(position)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (sorted[above]-sorted[below])*(position-float64(below))
}
