package portfolio

import (
	"bourse/internal/fault"
	"bourse/internal/money"
)

// RiskProfile is how much of a loss the owner can bear.
type RiskProfile string

// The risk profiles.
const (
	Conservative RiskProfile = "conservative"
	Moderate     RiskProfile = "moderate"
	Aggressive   RiskProfile = "aggressive"
)

// profiles are what a risk profile implies until the user chooses otherwise.
var profiles = map[RiskProfile]struct {
	// annualReturn is the return with which goals are projected: an assumption, not a promise.
	annualReturn float64
	// targets are the intended composition of the portfolio: steadier assets for cautious owners.
	targets []Target
}{
	Conservative: {0.03, []Target{percent("USD", 60), percent("SPY", 25), percent("BTC", 10), percent("ETH", 5)}},
	Moderate:     {0.05, []Target{percent("USD", 30), percent("SPY", 30), percent("BTC", 25), percent("ETH", 15)}},
	Aggressive: {0.07, []Target{
		percent("USD", 10), percent("SPY", 20), percent("BTC", 40), percent("ETH", 20), percent("SOL", 10),
	}},
}

func percent(asset string, whole int64) Target {
	return Target{Asset: asset, Percent: money.FromInt(whole)}
}

// check fails with VALIDATION_ERROR for an unknown risk profile.
func (r RiskProfile) check() error {
	if _, known := profiles[r]; !known {
		return fault.Invalid("riskProfile", "must be conservative, moderate or aggressive")
	}
	return nil
}

// targets are those of the profile among existing assets; the share of a missing asset stays cash.
func (r RiskProfile) targets(exists func(asset string) bool) []Target {
	cash := Target{Asset: cashAsset}
	var found []Target
	for _, target := range profiles[r].targets {
		if target.Asset == cashAsset || !exists(target.Asset) {
			cash.Percent = cash.Percent.Add(target.Percent)
			continue
		}
		found = append(found, target)
	}
	return append(found, cash)
}
