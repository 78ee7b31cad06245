package trial

import (
	"errors"
	"fmt"

	"bourse/internal/ml/features"
)

// Recipe is everything that determines a trial besides its bars.
type Recipe struct {
	Set         features.Set `json:"set"`
	HorizonBars int          `json:"horizonBars"`
	// RoundTripCost is the cost of entering and leaving, as a fraction of the price.
	RoundTripCost float64   `json:"roundTripCost"`
	Folds         int       `json:"folds"`
	Seed          uint64    `json:"seed"`
	Resamples     int       `json:"resamples"`
	Penalties     []float64 `json:"penalties"` // to choose from, in any order
}

// NewRecipe is the standard recipe for a set, a horizon and the cost of a round trip.
//
// Six folds, one more than the minimum. Twenty thousand resamples resolve p-values of a hundredth of the level, so
// that an edge can survive Holm's correction for a hundred tries. The penalties range from one that barely restrains
// the weights to one that leaves little of them; training chooses among them.
func NewRecipe(set features.Set, horizonBars int, roundTripCost float64, seed uint64) Recipe {
	return Recipe{
		Set: set, HorizonBars: horizonBars, RoundTripCost: roundTripCost, Folds: 6, Seed: seed, Resamples: 20_000,
		Penalties: []float64{1, 10, 100, 1_000, 10_000},
	}
}

const leastFolds = 5

// check fails when the recipe cannot be used for a trial.
func (r Recipe) check() error {
	switch {
	case r.Set.IsZero():
		return errors.New("a recipe needs a feature set")
	case r.HorizonBars < 1 || r.HorizonBars >= r.Set.LookBack():
		return fmt.Errorf("a horizon of %d bars is not between 1 and %d", r.HorizonBars, r.Set.LookBack()-1)
	case !(r.RoundTripCost >= 0 && r.RoundTripCost < 1):
		return fmt.Errorf("a round trip cost of %v is no fraction of a price", r.RoundTripCost)
	case r.Folds < leastFolds:
		return fmt.Errorf("%d folds are fewer than %d", r.Folds, leastFolds)
	case r.Resamples < 1:
		return fmt.Errorf("%d resamples are too few", r.Resamples)
	case len(r.Penalties) == 0:
		return errors.New("a recipe needs a penalty")
	}
	return nil
}

// ErrNeverMoved is the error of a trial in which every bar of a training part moved the same way, or not at all.
var ErrNeverMoved = errors.New("the price never moved both ways in the history to learn from")

// TooFewError is the error of a trial with too little history, in consecutive candles without a gap.
type TooFewError struct{ Have, Want int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d candles in a row are too few to learn from: %d are wanted", e.Have, e.Want)
}

// Wanted is the minimum number of candles without a gap for a trial of the set and horizon.
func Wanted(set features.Set, horizonBars int) int {
	return leastSamples(set) + set.LookBack() - 1 + horizonBars
}

// leastSamples is the minimum number of samples for a trial. Half of them are the first training part: some forty
// hours, or a dozen days, per feature. The other half is tested on: 750 hours, enough to show a difference of a
// hundredth in log loss. Days are scarce, and 400 of them (a year and a half of trading) can prove only a strong
// pattern, which the p-value reflects.
func leastSamples(set features.Set) int {
	if set.BarsPerDay() > 1 {
		return 1_500
	}
	return 400
}

// enough fails with *[TooFewError] unless there are enough samples for a trial.
func (r Recipe) enough(bars []features.Bar, samples []features.Sample) error {
	if len(samples) >= leastSamples(r.Set) {
		return nil
	}
	have := len(samples) + r.Set.LookBack() - 1 + r.HorizonBars
	if len(samples) == 0 {
		have = longestRun(bars)
	}
	return &TooFewError{Have: have, Want: Wanted(r.Set, r.HorizonBars)}
}

// longestRun is the largest number of consecutive bars.
func longestRun(bars []features.Bar) int {
	longest, run := 0, 0
	for i, bar := range bars {
		if i > 0 && bars[i-1].Sequence+1 != bar.Sequence {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
