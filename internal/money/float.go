package money

import (
	"math"

	"github.com/shopspring/decimal"
)

// Float64 returns the nearest float64, for statistics. It is exact to the last digit a float64 has as long
// as d is below 90 million.
func (d Decimal) Float64() float64 { return float64(d.units) / one }

// FromFloat brings a result of statistics back, rounded half to even at the eighth place of its shortest
// notation. It fails with ErrNotANumber for NaN and with ErrTooLarge for infinities and everything else that
// is too large. No number that a client has sent goes through here.
func FromFloat(number float64) (Decimal, error) {
	switch {
	case math.IsNaN(number):
		return Zero, ErrNotANumber
	case math.IsInf(number, 0):
		return Zero, ErrTooLarge
	}
	// Any float64 is written in at most 325 places, so this is cheap even for the extremes.
	rounded := decimal.NewFromFloat(number).RoundBank(places)
	return fromDecimal(rounded)
}
