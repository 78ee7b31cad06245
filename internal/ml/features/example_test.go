package features_test

import (
	"fmt"
	"time"

	"bourse/internal/ml/features"
)

func ExampleSet_At() {
	set := features.Hourly()
	bars := make([]features.Bar, set.LookBack())
	for i := range bars {
		bars[i] = features.Bar{
			OpenedAt: time.Date(2024, 1, 1, i, 0, 0, 0, time.UTC), Sequence: int64(i), High: 101, Low: 99, Close: 100, Volume: 10,
		}
	}
	bars[len(bars)-1].Close = 102 // up by two hundredths in the last hour
	row, ok := set.At(bars)
	fmt.Println(ok)
	fmt.Printf("%s %.4f\n", set.Names()[0], row[0])
	fmt.Printf("%s %.4f\n", set.Names()[9], row[9])
	// Output:
	// true
	// return_1 0.0198
	// range_1 0.0196
}
