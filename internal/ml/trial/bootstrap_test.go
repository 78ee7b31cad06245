package trial_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
)

// Small enough to enumerate all resamples, and to do so by hand.
func TestTheBootstrapAgreesWithEveryResampleThereIs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values       []float64
		block        int
		extreme, all int
	}{
		// Pairs on the circle sum to 4, 2, 0 and 2. Twice the mean is 2, which needs four values that sum to 8: the
		// first pair twice.
		"two pairs": {[]float64{4, 0, 2, -2}, 2, 1, 16},
		// Pairs sum to 4, 0, 0, 0 and 6, and a fifth value follows alone. The sum must reach 10: 6+6 and any (5), 6+4
		// or 4+6 and one that is not below 0 (6), 4+4 and 5 (1), 6 with one of three 0 in either order and 5 (6).
		"two pairs and one": {[]float64{5, -1, 1, -1, 1}, 2, 18, 125},
		"a block of all":    {[]float64{1, 2, 3}, 3, 0, 3},
		"a longer block":    {[]float64{1, 2, 3}, 9, 0, 3},
		"nothing":           {[]float64{0, 0, 0, 0}, 2, 16, 16},
		"a loss":            {[]float64{-1, -1, -1}, 1, 27, 27},
	} {
		block := min(c.block, len(c.values))
		starts := make([]int, (len(c.values)+block-1)/block)
		mean := 0.0
		for _, value := range c.values {
			mean += value / float64(len(c.values))
		}
		extreme, all := 0, 0
		for number := range int(math.Pow(float64(len(c.values)), float64(len(starts)))) {
			for i := range starts {
				starts[i], number = number%len(c.values), number/len(c.values)
			}
			all++
			if trial.Resampled(c.values, c.block, starts)-mean >= mean-1e-12 {
				extreme++
			}
		}
		if extreme != c.extreme || all != c.all {
			t.Errorf("%s: %d of %d resamples are extreme, want %d of %d", name, extreme, all, c.extreme, c.all)
		}
		const resamples = 100_000
		got, exact := trial.Bootstrap(c.values, c.block, resamples, 11), float64(c.extreme)/float64(c.all)
		if spread := math.Sqrt(exact * (1 - exact) / resamples); math.Abs(got.PValue-exact) > 4*spread+2.0/resamples {
			t.Errorf("%s: p-value %v, want %v", name, got.PValue, exact)
		}
		if math.Abs(got.Mean-mean) > 1e-12 {
			t.Errorf("%s: mean %v, want %v", name, got.Mean, mean)
		}
	}
}

func TestAPValueIsNeverZeroAndDependsOnTheSeedAlone(t *testing.T) {
	t.Parallel()
	values := []float64{1, 2, 3, 2, 1, 2, 3, 2}
	if got := trial.Bootstrap(values, 2, 999, 1).PValue; got != 0.001 {
		t.Errorf("p-value %v, want 0.001", got)
	}
	values = []float64{1, -2, 3, -2, 1, 0, 3, -2}
	first := trial.Bootstrap(values, 2, 999, 1)
	if again := trial.Bootstrap(values, 2, 999, 1); again != first {
		t.Errorf("the same seed says %v and %v", first, again)
	}
	if other := trial.Bootstrap(values, 2, 999, 2); other == first {
		t.Error("another seed draws the same resamples")
	}
}

// Labels of four bars overlap, so neighbours are correlated. Blocks keep the test at its level; without them it would
// give far too many false alarms.
func TestBlocksKeepTheLevelWhereNeighboursAreAlike(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	const series, length, overlap = 400, 1000, 4
	found := map[int]int{}
	for range series {
		steps := make([]float64, length+overlap)
		for i := range steps {
			steps[i] = random.NormFloat64()
		}
		values := make([]float64, length)
		for i := range values {
			for _, step := range steps[i : i+overlap] {
				values[i] += step
			}
		}
		for _, block := range []int{1, 24} {
			if trial.Bootstrap(values, block, 200, random.Uint64()).PValue <= trial.Level {
				found[block]++
			}
		}
	}
	t.Logf("of %d series without a mean, single values find one in %d, blocks of a day in %d", series, found[1], found[24])
	if found[24] > 36 { // 20 are expected; 36 and more in fewer than one of a thousand runs
		t.Errorf("blocks find a mean in %d of %d", found[24], series)
	}
	if found[1] < 60 {
		t.Errorf("single values find a mean in %d only: this test shows nothing", found[1])
	}
}

func TestBlocksAreALeastADayAndAHorizon(t *testing.T) {
	t.Parallel()
	for want, c := range map[int]struct {
		set              features.Set
		horizon, samples int
	}{
		24: {features.Hourly(), 1, 4_300}, 30: {features.Hourly(), 30, 4_300}, 47: {features.Hourly(), 1, 100_000},
		6: {features.Daily(), 1, 200}, 9: {features.Daily(), 9, 200},
	} {
		if got := trial.BlockLength(trial.NewRecipe(c.set, c.horizon, 0, 1), c.samples); got != want {
			t.Errorf("%+v: blocks of %d, want %d", c, got, want)
		}
	}
}
