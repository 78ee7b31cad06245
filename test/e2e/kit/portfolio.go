package kit

import (
	"fmt"
	"math"
)

// PortfolioPath is where portfolios are.
const PortfolioPath = "/portfolio"

// Hundredths is an amount of at most two decimal places as a whole number of them.
func Hundredths(value any) int64 { return int64(math.Round(value.(float64) * 100)) }

// APercent is from 0 to 100, with two decimal places at most.
func APercent(value any) error {
	number, ok := value.(float64)
	if !ok || number < 0 || number > 100 || number != float64(Hundredths(value))/100 {
		return fmt.Errorf("%v is no percent", value)
	}
	return nil
}
