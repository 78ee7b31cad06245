package stats_test

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/stats"

	"pgregory.net/rapid"
)

func on(year int, month time.Month, day int, amount float64) stats.Flow {
	return stats.Flow{Date: time.Date(year, month, day, 0, 0, 0, 0, time.UTC), Amount: amount}
}

func TestXIRRIsExcels(t *testing.T) {
	t.Parallel()
	flows := []stats.Flow{
		on(2008, 1, 1, -10000), on(2008, 3, 1, 2750), on(2008, 10, 30, 4250), on(2009, 2, 15, 3250), on(2009, 4, 1, 2750),
	}
	for _, order := range []string{"in order", "backwards"} {
		got, err := stats.XIRR(flows)
		if err != nil {
			t.Fatalf("%s: %v", order, err)
		}
		wantNear(t, order, got, 0.373362535, 1e-8)
		slices.Reverse(flows)
	}
}

func TestXIRROfPlainCases(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flows []stats.Flow
		want  float64
	}{
		"one year":              {[]stats.Flow{on(2025, 1, 1, -100), on(2026, 1, 1, 112)}, .12},
		"nothing gained":        {[]stats.Flow{on(2025, 1, 1, -100), on(2026, 5, 1, 100)}, 0},
		"half of it lost":       {[]stats.Flow{on(2025, 1, 1, -100), on(2026, 1, 1, 50)}, -.5},
		"nearly all of it lost": {[]stats.Flow{on(2025, 1, 1, -1e9), on(2025, 1, 2, 1)}, -1},
		"a tenth in one day":    {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 1, 2, 110)}, math.Pow(1.1, 365) - 1},
		"a loan":                {[]stats.Flow{on(2025, 1, 1, 100), on(2026, 1, 1, -107)}, .07},
		"forty years":           {[]stats.Flow{on(1985, 1, 1, -1), on(2025, 1, 1, 1000)}, math.Pow(1000, 365.0/14610) - 1},
		"more than anybody has": {[]stats.Flow{on(2025, 1, 1, -1e300), on(2026, 1, 1, 1.12e300)}, .12},
		"less than anybody has": {[]stats.Flow{on(2025, 1, 1, -1e-300), on(2026, 1, 1, 1.12e-300)}, .12},
		"twice on one day":      {[]stats.Flow{on(2025, 1, 1, -60), on(2025, 1, 1, -40), on(2026, 1, 1, 112)}, .12},
		"with nothing between":  {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 6, 1, 0), on(2026, 1, 1, 112)}, .12},
	} {
		got, err := stats.XIRR(c.flows)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantNear(t, name, got, c.want, 1e-9*max(1, math.Abs(c.want)))
	}
}

func TestXIRRSaysWhyThereIsNoRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flows []stats.Flow
		want  error
	}{
		"nothing":  {nil, stats.ErrNoSignChange},
		"one flow": {[]stats.Flow{on(2025, 1, 1, -100)}, stats.ErrNoSignChange},
		"only in":  {[]stats.Flow{on(2025, 1, 1, -100), on(2026, 1, 1, -5)}, stats.ErrNoSignChange},
		"only in, with nothing between": {
			[]stats.Flow{on(2025, 1, 1, -100), on(2025, 6, 1, 0), on(2026, 1, 1, -5)}, stats.ErrNoSignChange,
		},
		"only out":      {[]stats.Flow{on(2025, 1, 1, 100), on(2026, 1, 1, 0)}, stats.ErrNoSignChange},
		"on one day":    {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 1, 1, 110)}, stats.ErrNoRate},
		"no root":       {[]stats.Flow{on(2025, 1, 1, 100), on(2026, 1, 1, -100), on(2027, 1, 1, 100)}, stats.ErrNoRate},
		"not a number":  {[]stats.Flow{on(2025, 1, 1, math.NaN()), on(2026, 1, 1, 5)}, stats.ErrNoRate},
		"beyond reason": {[]stats.Flow{on(2025, 1, 1, -1), on(2025, 1, 2, 1e9)}, stats.ErrNoRate},
	} {
		if got, err := stats.XIRR(c.flows); !errors.Is(err, c.want) || got != 0 {
			t.Errorf("%s: %v, %v; want %v", name, got, err, c.want)
		}
	}
}

func TestXIRRFindsTheRateThatMadeTheFlows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.Float64Range(-.95, 20).Draw(t, "rate")
		scale := rapid.Float64Range(.01, 1e9).Draw(t, "scale")
		start := time.Date(2020, 2, 28, 0, 0, 0, 0, time.UTC)
		value, day, flows := 0.0, 0, []stats.Flow{}
		for range rapid.IntRange(1, 15).Draw(t, "payments") {
			paid := rapid.Float64Range(.1, 1).Draw(t, "paid") * scale
			flows = append(flows, stats.Flow{Date: start.AddDate(0, 0, day), Amount: -paid})
			days := rapid.IntRange(20, 200).Draw(t, "days")
			day += days
			value = (value + paid) * math.Pow(1+rate, float64(days)/365)
		}
		flows = append(flows, stats.Flow{Date: start.AddDate(0, 0, day), Amount: value})
		got, err := stats.XIRR(flows)
		if err != nil {
			t.Fatal(err)
		}
		wantNear(t, "the rate", got, rate, 1e-7*(1+math.Abs(rate)))
	})
}

func TestAFlowCountsOnItsDayAtWhateverHour(t *testing.T) {
	t.Parallel()
	late, early := on(2025, 1, 1, -100), on(2026, 1, 1, 112)
	late.Date, early.Date = late.Date.Add(23*time.Hour+59*time.Minute), early.Date.Add(time.Minute)
	got, err := stats.XIRR([]stats.Flow{late, early})
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "a year", got, .12, 1e-12)
	late.Date = early.Date.Add(-2 * time.Minute)
	if got, err = stats.MoneyWeighted([]stats.Flow{late, early}); err != nil {
		t.Fatal(err)
	}
	wantNear(t, "a day of two minutes", got, .12, 1e-12)
}

// One payment that comes back in parts has one rate, and its value falls ever more slowly with the rate: both ways of
// searching must find it.
func TestFollowingTheSlopeAndHalvingLeadToTheSameRate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		date := time.Date(2020, 2, 28, 0, 0, 0, 0, time.UTC)
		flows := []stats.Flow{{Date: date, Amount: -rapid.Float64Range(50, 500).Draw(t, "paid")}}
		for range rapid.IntRange(1, 8).Draw(t, "parts") {
			date = date.AddDate(0, 0, rapid.IntRange(200, 400).Draw(t, "days"))
			flows = append(flows, stats.Flow{Date: date, Amount: rapid.Float64Range(50, 150).Draw(t, "part")})
		}
		followed, found := stats.Newton(flows)
		if !found {
			t.Fatal("the slope leads nowhere")
		}
		halved, found := stats.Bisect(flows)
		if !found {
			t.Fatal("there is nothing to halve")
		}
		wantNear(t, "the logarithm of the rate", followed, halved, 1e-11*(1+math.Abs(halved)))
	})
}
