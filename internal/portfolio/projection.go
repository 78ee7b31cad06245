package portfolio

import (
	"math"
	"time"

	"bourse/internal/money"
)

// projection is what becomes of money: each month it grows by a rate, and at the end of each month a
// contribution comes on top. Months are whole ones: the days that are left over count for nothing, which is
// on the careful side.
type projection struct {
	months int
	growth float64 // what 1 becomes over all months
	series float64 // what contributions of 1 a month become over all months
}

// newProjection makes the projection of a yearly return from one day to another, which may lie before it.
func newProjection(annualReturn float64, from, to time.Time) projection {
	months := wholeMonths(from, to)
	monthly := math.Pow(1+annualReturn, 1.0/12) - 1
	growth := math.Pow(1+annualReturn, float64(months)/12)
	return projection{months: months, growth: growth, series: (growth - 1) / monthly}
}

// wholeMonths counts the months between two days; there are none when the second one is not later.
func wholeMonths(from, to time.Time) int {
	months := (to.Year()-from.Year())*12 + int(to.Month()) - int(from.Month())
	if to.Day() < from.Day() {
		months--
	}
	return max(months, 0)
}

// value is what an amount and a monthly contribution become, to the cent.
func (p projection) value(amount, contribution money.Decimal) money.Decimal {
	return cents(math.Round((amount.Float64()*p.growth + contribution.Float64()*p.series) * 100))
}

// required is the least monthly contribution, in whole cents, with which an amount becomes the target; 0
// when it does so by itself. Without a month left it is all that is missing.
func (p projection) required(amount, target money.Decimal) money.Decimal {
	if !p.value(amount, money.Zero).LessThan(target) {
		return money.Zero
	}
	missing, parts := target.Float64()-amount.Float64()*p.growth, p.series
	if p.months == 0 {
		parts = 1
	}
	contribution := cents(math.Ceil(missing / parts * 100))
	if p.months == 0 {
		return contribution
	}
	// The last digit of a float must not make the answer a cent too small, and what is projected is rounded to the cent, so that
	// a cent less may do as well.
	switch less := contribution.Sub(cent); {
	case p.value(amount, contribution).LessThan(target):
		return contribution.Add(cent)
	case !p.value(amount, less).LessThan(target):
		return less
	}
	return contribution
}

var (
	cent     = money.MustParse("0.01")
	mostEver = money.MustParse("92233720368.54") // the largest amount of whole cents
)

// cents brings a number of cents back, at most as much as there can be: over a hundred years anything may
// be projected.
func cents(count float64) money.Decimal {
	amount, err := money.FromFloat(count / 100)
	if err != nil || amount.GreaterThan(mostEver) {
		if count < 0 {
			return mostEver.Neg()
		}
		return mostEver
	}
	return amount.Round(2)
}
