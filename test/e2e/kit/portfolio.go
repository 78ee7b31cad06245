package kit

import (
	"fmt"
	"math"
)

// PortfolioPath is the path of portfolios.
const PortfolioPath = "/portfolio"

// Hundredths converts an amount of at most two decimal places to a whole number of hundredths.
func Hundredths(value any) int64 { return int64(math.Round(value.(float64) * 100)) }

// APercent is from 0 to 100, with at most two decimal places.
func APercent(value any) error {
	number, ok := value.(float64)
	if !ok || number < 0 || number > 100 || number != float64(Hundredths(value))/100 {
		return fmt.Errorf("%v is no percent", value)
	}
	return nil
}
