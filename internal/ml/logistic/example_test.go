package logistic_test

import (
	"fmt"

	"bourse/internal/ml/logistic"
)

func ExampleTrainer_Fit() {
	// Hours of study and whether the exam was passed.
	hours := [][]float64{{0.5}, {1}, {1.5}, {2}, {2.5}, {3}, {3.5}, {4}, {4.5}, {5}}
	passed := []bool{false, false, false, false, true, false, true, true, true, true}
	trainer, err := logistic.NewTrainer([]string{"hours"}, hours, passed)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := trainer.Fit(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, studied := range []float64{1, 3, 5} {
		fmt.Printf("%.0f hours: %.2f\n", studied, model.Probability([]float64{studied}))
	}
	// Output:
	// 1 hours: 0.17
	// 3 hours: 0.56
	// 5 hours: 0.89
}
