package portfolio

import (
	"cmp"
	"math/big"
	"slices"

	"bourse/internal/money"
)

// wholeInHundredths is 100.00 % in hundredths of a percent.
const wholeInHundredths = 100_00

// unitsOfHundredth is the number of Decimal units in a hundredth of a percent.
const unitsOfHundredth = 1_000_000

// mostHundredths is the largest share reported, positive or negative: a million percent.
const mostHundredths = 1_000_000_00

// percents computes each value's share of their sum, to two decimal places, so that the shares sum to exactly 100:
// each is rounded down, and the difference goes to those that lost the most by it, among equals to the first. A
// negative value, as of a short position, has a negative share. There are no shares, and all are 0, when the sum is
// not positive or so small that a share would be absurdly large. It panics with an *OverflowError when the sum is too
// large.
func percents(values []money.Decimal) (shares []money.Decimal, hasShares bool) {
	shares = make([]money.Decimal, len(values))
	var total money.Decimal
	for _, value := range values {
		total = total.Add(value)
	}
	if !total.IsPositive() {
		return shares, false
	}
	hundredths := make([]int64, len(values))
	lost := make([]int64, len(values)) // units of the total; a rounding loses less than one
	order := make([]int, len(values))
	missing := int64(wholeInHundredths)
	whole := big.NewInt(total.Units())
	for i, value := range values {
		product := new(big.Int).Mul(big.NewInt(value.Units()), big.NewInt(wholeInHundredths))
		quotient, remainder := product.DivMod(product, whole, new(big.Int)) // down, also for negative values
		if !quotient.IsInt64() || quotient.CmpAbs(big.NewInt(mostHundredths)) > 0 {
			return make([]money.Decimal, len(values)), false
		}
		hundredths[i], lost[i], order[i] = quotient.Int64(), remainder.Int64(), i
		missing -= quotient.Int64()
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lost[b], lost[a]) })
	for _, i := range order[:missing] {
		hundredths[i]++
	}
	for i := range shares {
		shares[i] = money.FromUnits(hundredths[i] * unitsOfHundredth)
	}
	return shares, true
}

// partOf is a percentage of an amount. The percentage has at most two decimal places. It panics with an
// *OverflowError when the percentage is over 100 and the result too large.
func partOf(amount, percent money.Decimal) money.Decimal {
	return amount.Mul(money.FromUnits(percent.Units() / 100))
}
