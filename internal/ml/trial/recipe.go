package trial

import (
	"errors"
	"fmt"

	"bourse/internal/ml/features"
)

// Recipe is all that a trial is made of beside its bars.
type Recipe struct {
	Set         features.Set `json:"set"`
	HorizonBars int          `json:"horizonBars"`
	// RoundTripCost is what entering and leaving costs, as a fraction of the price.
	RoundTripCost float64   `json:"roundTripCost"`
	Folds         int       `json:"folds"`
	Seed          uint64    `json:"seed"`
	Resamples     int       `json:"resamples"`
	Penalties     []float64 `json:"penalties"` // those to choose from, in any order
}

// NewRecipe is the recipe of the house for a set, a horizon and what a round trip costs.
//
// Six folds, one more than the least. Twenty thousand resamples tell p-values of a hundredth of the level apart, so that Holm's
// correction of a hundred tries still can succeed. The penalties run from one that leaves weights free to one that leaves
// little of them; which of them serves is learned.
func NewRecipe(set features.Set, horizonBars int, roundTripCost float64, seed uint64) Recipe {
	return Recipe{
		Set: set, HorizonBars: horizonBars, RoundTripCost: roundTripCost, Folds: 6, Seed: seed, Resamples: 20_000,
		Penalties: []float64{1, 10, 100, 1_000, 10_000},
	}
}

const leastFolds = 5

// check fails when a trial cannot be made of the recipe.
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

// ErrNeverMoved is what a trial fails with when every bar of a training part moved the same way, or not at all.
var ErrNeverMoved = errors.New("the price never moved both ways in the history to learn from")

// TooFewError is what a trial fails with when the history is too short, in candles that follow each other without a hole.
type TooFewError struct{ Have, Want int }

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d candles in a row are too few to learn from: %d are wanted", e.Have, e.Want)
}

// Wanted is the least number of candles without a hole that a trial of the set and horizon can be made of.
func Wanted(set features.Set, horizonBars int) int {
	return leastSamples(set) + set.LookBack() - 1 + horizonBars
}

// leastSamples is how many samples a trial wants. Half of them are the first training part: some forty hours, or a dozen days, for
// each feature. The other half is tested on: 750 hours in which a difference of a hundredth in log loss can show. Days are
// dear, and 400 of them (a year and a half of trading) can prove only a strong pattern, which is what the p-value says.
func leastSamples(set features.Set) int {
	if set.BarsPerDay() > 1 {
		return 1_500
	}
	return 400
}

// enough fails with *[TooFewError] unless there are as many samples as a trial wants.
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

// longestRun is the largest number of bars that follow each other.
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
