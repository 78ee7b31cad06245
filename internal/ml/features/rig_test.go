package features_test

import (
	"math"
	"time"

	"bourse/internal/ml/features"

	"pgregory.net/rapid"
)

var monday = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// flat makes hourly bars at a constant price of 100, without trades.
func flat(count int) []features.Bar {
	bars := make([]features.Bar, count)
	for i := range bars {
		bars[i] = features.Bar{
			OpenedAt: monday.Add(time.Duration(i) * time.Hour), Sequence: int64(i), Open: 100, High: 100, Low: 100, Close: 100,
		}
	}
	return bars
}

// drawBars draws bars, some with gaps, broken prices and volumes of 0.
func drawBars(t *rapid.T, count int) []features.Bar {
	bars, sequence := flat(count), int64(0)
	// A seed and a few drawn faults shrink better than thousands of drawn numbers.
	state := rapid.Uint64().Draw(t, "seed")
	for i := range bars {
		state = state*6364136223846793005 + 1442695040888963407
		step := float64(int64(state>>33)-1<<30) / (1 << 30) // between −1 and 1
		sequence++
		bars[i].Sequence = sequence
		bars[i].Close = 100 * math.Exp(0.1*step)
		bars[i].High, bars[i].Low = bars[i].Close*(1+0.01*step*step), bars[i].Close*(1-0.01*step*step)
		bars[i].Volume = math.Abs(1000 * step)
	}
	for range rapid.IntRange(0, 2).Draw(t, "faults") {
		at := rapid.IntRange(0, count-1).Draw(t, "fault at")
		switch rapid.IntRange(0, 2).Draw(t, "fault") {
		case 0:
			bars[at].Close = rapid.SampledFrom([]float64{0, -1, math.NaN(), math.Inf(1)}).Draw(t, "price")
		case 1:
			for i := at; i < count; i++ {
				bars[i].Sequence += 5
			}
		case 2:
			bars[at].Volume = rapid.SampledFrom([]float64{0, -1, math.NaN(), math.Inf(1)}).Draw(t, "volume")
		}
	}
	return bars
}

func sameBits(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}
