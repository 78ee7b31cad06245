package stats_test

import (
	"fmt"
	"time"

	"bourse/internal/stats"
)

// Two good days and a bad one: returns are fractions, and compound.
func Example() {
	returns := []float64{0.10, -0.05, 0.02}
	fmt.Printf("%.4f\n", stats.Total(returns))
	// Output: 0.0659
}

// The largest fall in money and the largest as a share are different.
func ExampleDrawdownOfEquity() {
	falls := stats.DrawdownOfEquity([]float64{100, 50, 1000, 800})
	fmt.Printf("%.0f of money, %.0f %% of the peak\n", falls.Absolute.Absolute, 100*falls.Relative.Relative)
	// Output: 200 of money, 50 % of the peak
}

// Money that was paid in on two days and has grown after a year.
func ExampleXIRR() {
	day := func(month time.Month, of int) time.Time { return time.Date(of, month, 1, 0, 0, 0, 0, time.UTC) }
	rate, err := stats.XIRR([]stats.Flow{
		{Date: day(time.January, 2025), Amount: -1000}, {Date: day(time.July, 2025), Amount: -1000}, {Date: day(time.January, 2026), Amount: 2150},
	})
	fmt.Printf("%.3f %v\n", rate, err)
	// Output: 0.101 <nil>
}
