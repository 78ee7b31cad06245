package money

import (
	"math"

	"github.com/shopspring/decimal"
)

// Float64 returns the nearest float64, for statistics. It keeps all digits as long as d is below 90 million.
func (d Decimal) Float64() float64 { return float64(d.units) / one }

// FromFloat converts a result of statistics, rounded half to even at the eighth place of its shortest notation. It
// fails with ErrNotANumber for NaN and with ErrTooLarge for infinities and everything else that is too large. It is
// never used for clients' numbers.
func FromFloat(number float64) (Decimal, error) {
	switch {
	case math.IsNaN(number):
		return Zero, ErrNotANumber
	case math.IsInf(number, 0):
		return Zero, ErrTooLarge
	}
	// Any float64 has at most 325 places, so this is cheap even for the extremes.
	rounded := decimal.NewFromFloat(number).RoundBank(places)
	return fromDecimal(rounded)
}
