package portfolio

import (
	"bourse/internal/fault"
	"bourse/internal/money"
)

var one = money.FromInt(1)

// shareOut divides a portfolio among its goals, nearest first: those with a share of their own get that, the others
// what they need, in order and as far as it goes, and the last of them everything that is left. So no two goals count
// the same money. An achieved goal keeps its part.
func shareOut(value money.Decimal, goals []*Goal) {
	rest := money.Max(value, money.Zero)
	whole := rest
	var last *Goal
	for _, goal := range goals {
		if goal.Share.IsPositive() {
			goal.CurrentAmount = money.Min(whole.Mul(goal.Share), rest)
			rest = rest.Sub(goal.CurrentAmount)
		} else {
			last = goal
		}
	}
	for _, goal := range goals {
		if goal.Share.IsPositive() {
			continue
		}
		goal.CurrentAmount = money.Min(goal.TargetAmount, rest)
		if goal == last {
			goal.CurrentAmount = rest
		}
		rest = rest.Sub(goal.CurrentAmount)
	}
}

// checkShares fails with VALIDATION_ERROR (share) when goals claim more than all of their portfolio.
func checkShares(goals []*Goal) error {
	var sum money.Decimal
	for _, goal := range goals {
		sum = sum.Add(goal.Share)
	}
	if sum.GreaterThan(one) {
		return fault.Invalid("share", "the shares of all goals together are %s and must not be more than 1", sum)
	}
	return nil
}
