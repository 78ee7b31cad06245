package trial_test

import (
	"testing"
	"time"

	"bourse/internal/ml/trial"
)

// A year of hourly candles: a complete training with folds, penalties and bootstrap.
func BenchmarkYearOfHours(b *testing.B) {
	bars := makeBars(year, time.Hour, 1, coin)
	recipe := hourlyRecipe(1, 0.001)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := trial.Run(b.Context(), bars, recipe, nil); err != nil {
			b.Fatal(err)
		}
	}
}
