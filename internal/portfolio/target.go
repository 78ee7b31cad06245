package portfolio

import (
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Target is how much of a portfolio should be in an asset.
type Target struct {
	Asset   string        `json:"asset"`
	Percent money.Decimal `json:"percent"`
}

// checkTargets fails with VALIDATION_ERROR unless the targets name existing assets, each once, with percentages of at
// most two decimal places that sum to 100.
func checkTargets(targets []Target, exists func(asset string) bool) error {
	seen := make(map[string]bool, len(targets))
	var sum money.Decimal
	for _, target := range targets {
		switch {
		case target.Asset != cashAsset && !exists(target.Asset):
			return fault.Invalid("targets", "there is no asset %q", target.Asset)
		case seen[target.Asset]:
			return fault.Invalid("targets", "%s is named twice", target.Asset)
		case target.Percent.IsNegative() || target.Percent.GreaterThan(hundred):
			return fault.Invalid("targets", "the percent of %s must be from 0 to 100", target.Asset)
		case target.Percent.Round(2) != target.Percent:
			return fault.Invalid("targets", "the percent of %s must have at most 2 decimals", target.Asset)
		}
		seen[target.Asset] = true
		sum = sum.Add(target.Percent)
	}
	if sum != hundred {
		return fault.Invalid("targets", "the percents must sum to 100, but sum to %s", sum)
	}
	return nil
}
