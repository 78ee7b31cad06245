package trial_test

import (
	"context"
	"fmt"
	"math"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
)

// A price that tends to rise in the first half of every day and to fall in the second, and one that does not.
func ExampleRun() {
	morning := func(bars []features.Bar) float64 {
		return 0.5 + 0.25*math.Sin(2*math.Pi*float64(len(bars)%24)/24)
	}
	fair := func([]features.Bar) float64 { return 0.5 }
	var pValues []float64
	for _, pattern := range []func([]features.Bar) float64{morning, fair} {
		bars := makeBars(3_000, time.Hour, 1, pattern)
		result, err := trial.Run(context.Background(), bars, trial.NewRecipe(features.Hourly(), 1, 0.001, 1), nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		pValues = append(pValues, result.PValue)
	}
	for i, adjusted := range trial.Holm(pValues) {
		fmt.Println([]string{"morning", "fair"}[i], "has an edge:", trial.HasEdge(adjusted))
	}
	// Output:
	// morning has an edge: true
	// fair has an edge: false
}
