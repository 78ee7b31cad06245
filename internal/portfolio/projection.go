package portfolio

import (
	"math"
	"time"

	"bourse/internal/money"
)

// projection projects money: each month it grows by a rate, and at the end of each month a contribution is added.
// Only whole months count; ignoring the remaining days is conservative.
type projection struct {
	months int
	growth float64 // what 1 becomes over all months
	series float64 // what contributions of 1 a month become over all months
}

// newProjection makes the projection of a yearly return from one day to another, which may be earlier.
func newProjection(annualReturn float64, from, to time.Time) projection {
	months := wholeMonths(from, to)
	monthly := math.Pow(1+annualReturn, 1.0/12) - 1
	growth := math.Pow(1+annualReturn, float64(months)/12)
	return projection{months: months, growth: growth, series: (growth - 1) / monthly}
}

// wholeMonths counts the months between two days; zero when the second one is not later.
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

// required is the smallest monthly contribution, in whole cents, with which an amount becomes the target; 0 if it
// does so anyway. Without a month left it is everything that is missing.
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
	// The last digit of a float must not make the answer a cent too small; and since the projection is rounded to the
	// cent, a cent less may also be enough.
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

// cents converts a number of cents to an amount, limited to the largest possible one: over a hundred years a
// projection has no bound.
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
