package portfolio

import (
	"cmp"
	"math/big"
	"slices"

	"bourse/internal/money"
)

// wholeInHundredths is 100.00 % in hundredths of a percent.
const wholeInHundredths = 100_00

// unitsOfHundredth is how many units of a Decimal a hundredth of a percent has.
const unitsOfHundredth = 1_000_000

// mostHundredths is the largest share, either way, that is told: a million percent.
const mostHundredths = 1_000_000_00

// percents tells which share of their sum each value is, to two decimal places, so that the shares sum to
// exactly 100: each is rounded down, and what is missing goes to those that lost the most by it, of equals to
// the one that comes first. A value below 0, as of a short position, has a share below 0. There are none, and
// all are 0, when the sum is not above 0 or so small that a share would be beyond reason. It panics with an
// *OverflowError when the sum is too large.
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
	lost := make([]int64, len(values)) // units of the total, of which a rounding loses less than one
	order := make([]int, len(values))
	missing := int64(wholeInHundredths)
	whole := big.NewInt(total.Units())
	for i, value := range values {
		product := new(big.Int).Mul(big.NewInt(value.Units()), big.NewInt(wholeInHundredths))
		quotient, remainder := product.DivMod(product, whole, new(big.Int)) // down, also below 0
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

// partOf is a percent of an amount. The percent has two decimal places at most. It panics with an
// *OverflowError when the percent is beyond 100 and the result too large.
func partOf(amount, percent money.Decimal) money.Decimal {
	return amount.Mul(money.FromUnits(percent.Units() / 100))
}
