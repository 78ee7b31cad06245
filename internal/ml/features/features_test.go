package features_test

import (
	"encoding/json"
	"math"
	"testing"

	"bourse/internal/ml/features"
)

func TestLookBacksAreAWeekOfHoursAndAQuarterOfDays(t *testing.T) {
	t.Parallel()
	for set, want := range map[features.Set][2]int{features.Hourly(): {169, 18}, features.Daily(): {61, 15}} {
		if got := [2]int{set.LookBack(), len(set.Names())}; got != want {
			t.Errorf("%s: look-back and features are %v, want %v", set, got, want)
		}
		row, ok := set.At(flat(set.LookBack()))
		if !ok || len(row) != len(set.Names()) {
			t.Errorf("%s: a row of %d for %d names", set, len(row), len(set.Names()))
		}
	}
}

func TestAMarketWithoutTradesHasNumbers(t *testing.T) {
	t.Parallel()
	row, _ := features.Hourly().At(flat(169))
	for i, name := range features.Hourly().Names()[:14] {
		if row[i] != 0 {
			t.Errorf("%s is %v, want 0", name, row[i])
		}
	}
}

func TestABarWithoutTradesAmongOthersIsAHundredthOfTheUsual(t *testing.T) {
	t.Parallel()
	bars := flat(169)
	for i := range bars[:168] {
		bars[i].Volume = 50
	}
	row, _ := features.Hourly().At(bars)
	if got := row[11]; got != math.Log(0.01) {
		t.Errorf("volume_168 is %v", got)
	}
}

func TestSamplesDoNotReachOverHolesOrBrokenPrices(t *testing.T) {
	t.Parallel()
	const count, hole, horizon = 600, 300, 4
	for name, damage := range map[string]func(bars []features.Bar){
		"a hole": func(bars []features.Bar) {
			for i := hole; i < count; i++ {
				bars[i].Sequence += 2
			}
		},
		"a bar twice":   func(bars []features.Bar) { bars[hole].Sequence-- },
		"a price of 0":  func(bars []features.Bar) { bars[hole].Close = 0 },
		"a low of none": func(bars []features.Bar) { bars[hole].Low = math.NaN() },
		"a huge high":   func(bars []features.Bar) { bars[hole].High = math.Inf(1) },
	} {
		bars := flat(count)
		damage(bars)
		samples := features.Hourly().Samples(bars, horizon)
		if len(samples) == 0 {
			t.Fatalf("%s: no samples", name)
		}
		for _, sample := range samples {
			if sample.Bar-168 < hole && sample.Bar+horizon >= hole {
				t.Errorf("%s: a sample at bar %d", name, sample.Bar)
			}
		}
		if _, ok := features.Hourly().At(bars[:hole+10]); ok {
			t.Errorf("%s: a row ten bars after it", name)
		}
	}
}

func TestUnchangedIsNotUp(t *testing.T) {
	t.Parallel()
	bars := flat(173)
	bars[170].Close = 101 // bars 168 and 170 are the first sample's and its horizon's
	bars[171].Close = 99
	for i, want := range []features.Sample{{Bar: 168, Up: true, Move: 0.01}, {Bar: 169, Move: -0.01}, {Bar: 170, Move: 100.0/101 - 1, Last: true}} {
		got := features.Hourly().Samples(bars, 2)[i]
		if got.Bar != want.Bar || got.Up != want.Up || math.Abs(got.Move-want.Move) > 1e-12 || got.Last != want.Last {
			t.Errorf("sample %d is %+v, want %+v", i, got, want)
		}
	}
	for _, sample := range features.Hourly().Samples(flat(180), 1) {
		if sample.Up || sample.Last || sample.Move != 0 {
			t.Errorf("a price that stands still moved: %+v", sample)
		}
	}
}

func TestThereAreNoSamplesOfNoHorizon(t *testing.T) {
	t.Parallel()
	for _, horizon := range []int{-1, 0, 169, 1000} {
		if samples := features.Hourly().Samples(flat(2000), horizon); len(samples) > 0 {
			t.Errorf("%d samples of a horizon of %d", len(samples), horizon)
		}
	}
	if _, ok := features.Hourly().At(flat(168)); ok {
		t.Error("a row of 168 bars")
	}
	if _, ok := (features.Set{}).At(flat(300)); ok {
		t.Error("a row of no set")
	}
}

func TestASetIsWrittenAsItsName(t *testing.T) {
	t.Parallel()
	for _, set := range []features.Set{features.Hourly(), features.Daily()} {
		text, err := json.Marshal(set)
		if err != nil {
			t.Fatal(err)
		}
		var again features.Set
		if err := json.Unmarshal(text, &again); err != nil || again != set {
			t.Errorf("%s came back as %s: %v", text, again, err)
		}
	}
	if _, err := features.Named("weekly"); err == nil {
		t.Error("there is a weekly set")
	}
}
