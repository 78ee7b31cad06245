package trial_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
)

var start = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// year is the number of hours in a year.
const year = 8_760

// makeBars makes bars whose close rises with the probability that the pattern gives, by about the usual step: the size
// of a step says nothing about its sign. Calm and wild days alternate, as in real markets.
func makeBars(count int, interval time.Duration, seed uint64, pattern func(bars []features.Bar) float64) []features.Bar {
	random := rand.New(rand.NewPCG(seed, 99))
	bars := make([]features.Bar, 0, count)
	price, wildness := 100.0, 0.005
	for i := range count {
		up := random.Float64() < pattern(bars)
		wildness = 0.0005 + 0.9*wildness + 0.05*wildness*math.Abs(random.NormFloat64())
		step := wildness * math.Abs(random.NormFloat64())
		if !up {
			step = -step
		}
		open := price
		price *= math.Exp(step)
		bars = append(bars, features.Bar{
			OpenedAt: start.Add(time.Duration(i) * interval), Sequence: int64(i), Open: open,
			High: max(open, price) * (1 + 0.2*wildness*random.Float64()), Low: min(open, price) * (1 - 0.2*wildness*random.Float64()),
			Close: price, Volume: 1000 * math.Exp(0.5*random.NormFloat64()),
		})
	}
	return bars
}

func coin([]features.Bar) float64 { return 0.5 }

func sigmoid(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// pattern makes the probability that the next bar rises a function of one feature of the bars so far.
func pattern(feature string, strength, unit float64) func(bars []features.Bar) float64 {
	at := slices.Index(features.Hourly().Names(), feature)
	return func(bars []features.Bar) float64 {
		row, ok := features.Hourly().At(bars)
		if !ok {
			return 0.5
		}
		return sigmoid(strength * row[at] / unit)
	}
}

func hourlyRecipe(horizon int, cost float64) trial.Recipe {
	return trial.NewRecipe(features.Hourly(), horizon, cost, 7)
}

func mustRun(t testing.TB, bars []features.Bar, recipe trial.Recipe) *trial.Result {
	t.Helper()
	result, err := trial.Run(t.Context(), bars, recipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
