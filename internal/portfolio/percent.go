package portfolio

import (
	"cmp"
	"math/bits"
	"slices"

	"bourse/internal/money"
)

// wholeInHundredths is 100.00 % in hundredths of a percent.
const wholeInHundredths = 100_00

// unitsOfHundredth is how many units of a Decimal a hundredth of a percent has.
const unitsOfHundredth = 1_000_000

// percents tells which share of the whole each value is, to two decimal places, so that the shares sum to
// exactly 100: each is rounded down, and what is missing goes to those that lost the most by it, of equals to
// the one that comes first. A value below 0, as of a short position that has lost more than its margin, has
// no share. When there is nothing to share, all shares are 0. It panics with an *OverflowError when the sum
// is too large.
func percents(values []money.Decimal) []money.Decimal {
	shares := make([]money.Decimal, len(values))
	var total money.Decimal
	for _, value := range values {
		total = total.Add(money.Max(value, money.Zero))
	}
	if total.IsZero() {
		return shares
	}
	hundredths := make([]int64, len(values))
	lost := make([]uint64, len(values))
	order := make([]int, len(values))
	missing := int64(wholeInHundredths)
	for i, value := range values {
		high, low := bits.Mul64(uint64(max(value.Units(), 0)), wholeInHundredths)
		quotient, remainder := bits.Div64(high, low, uint64(total.Units()))
		hundredths[i], lost[i], order[i] = int64(quotient), remainder, i
		missing -= int64(quotient)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lost[b], lost[a]) })
	for _, i := range order[:missing] {
		hundredths[i]++
	}
	for i := range shares {
		shares[i] = money.FromUnits(hundredths[i] * unitsOfHundredth)
	}
	return shares
}

// partOf is a percent of an amount. The percent has two decimal places at most. It panics with an
// *OverflowError when the percent is beyond 100 and the result too large.
func partOf(amount, percent money.Decimal) money.Decimal {
	return amount.Mul(money.FromUnits(percent.Units() / 100))
}
