package trial_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// knowing makes a forecaster by hand. Its model knows nothing.
func knowing(baseRate, continuation float64) trial.Forecaster {
	names := features.Hourly().Names()
	zeros := make([]float64, len(names))
	return trial.Forecaster{
		Set: features.Hourly(), HorizonBars: 1, BaseRate: baseRate, Continuation: continuation, MeanAbsoluteMove: 0.01, RoundTripCost: 0.002,
		Model: logistic.Model{Names: names, Means: zeros, Deviations: zeros, Weights: zeros, Penalty: 1},
	}
}

func TestWhatTheBaselinesSay(t *testing.T) {
	t.Parallel()
	up := makeBars(200, time.Hour, 1, func([]features.Bar) float64 { return 1 })
	down := makeBars(200, time.Hour, 1, func([]features.Bar) float64 { return 0 })
	for name, c := range map[string]struct {
		forecaster trial.Forecaster
		bars       []features.Bar
		want       trial.Baselines
	}{
		"it went up and goes on":          {knowing(0.4, 0.6), up, trial.Baselines{BaseRate: 0.4, AlwaysUp: 0.5, Momentum: 0.6, MeanReversion: 0.5}},
		"it went down and goes on":        {knowing(0.55, 0.6), down, trial.Baselines{BaseRate: 0.55, AlwaysUp: 0.55, Momentum: 0.4, MeanReversion: 0.5}},
		"it went up and turns":            {knowing(0.55, 0.3), up, trial.Baselines{BaseRate: 0.55, AlwaysUp: 0.55, Momentum: 0.5, MeanReversion: 0.3}},
		"it went down and turns":          {knowing(0.55, 0.3), down, trial.Baselines{BaseRate: 0.55, AlwaysUp: 0.55, Momentum: 0.5, MeanReversion: 0.7}},
		"who was always right is clamped": {knowing(1, 1), up, trial.Baselines{BaseRate: 1 - 1e-6, AlwaysUp: 1 - 1e-6, Momentum: 1 - 1e-6, MeanReversion: 0.5}},
	} {
		got, ok := c.forecaster.At(c.bars)
		if !ok {
			t.Fatal("no forecast")
		}
		if diff := cmp.Diff(c.want, got.Baselines, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAForecastIsTradedOnWhereItBeatsTheCosts(t *testing.T) {
	t.Parallel()
	forecaster := knowing(0.5, 0.5) // a move is a hundredth, a round trip costs a fifth of that: 0.6 is break-even
	for probability, want := range map[float64]trial.Direction{
		0.5: trial.StayOut, 0.59: trial.StayOut, 0.61: trial.Long, 0.41: trial.StayOut, 0.39: trial.Short, 1: trial.Long, 0: trial.Short,
	} {
		if got := forecaster.Direction(probability); got != want {
			t.Errorf("%v: %v, want %v", probability, got, want)
		}
	}
}

// The expected move and the cost are both exactly a quarter of the price.
func TestAForecastThatEarnsItsCostsExactlyIsNotTradedOn(t *testing.T) {
	t.Parallel()
	forecaster := trial.Forecaster{MeanAbsoluteMove: 0.5, RoundTripCost: 0.25}
	for _, probability := range []float64{0.75, 0.25} {
		if got := forecaster.Direction(probability); got != trial.StayOut {
			t.Errorf("%v: %v, want to stay out", probability, got)
		}
	}
}

func TestThereIsNoForecastOfAShortOrBrokenHistory(t *testing.T) {
	t.Parallel()
	bars := makeBars(300, time.Hour, 1, coin)
	if _, ok := knowing(0.5, 0.5).At(bars[:168]); ok {
		t.Error("a forecast of 168 bars")
	}
	bars[250].Sequence++
	if _, ok := knowing(0.5, 0.5).At(bars); ok {
		t.Error("a forecast over a hole")
	}
}

// Any forecaster that parses gives a probability, whatever the numbers.
func FuzzParse(f *testing.F) {
	for _, forecaster := range []trial.Forecaster{knowing(0.5, 0.5), {}} {
		text, err := json.Marshal(trial.Result{Recipe: hourlyRecipe(1, 0.001), Forecaster: forecaster})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"forecaster":{"set":"weekly"}}`))
	f.Add([]byte(`{"pValue":2}`))
	bars := makeBars(200, time.Hour, 1, coin)
	f.Fuzz(func(t *testing.T, data []byte) {
		result, err := trial.Parse(data)
		if err != nil {
			return
		}
		forecast, ok := result.Forecaster.At(bars)
		if p := forecast.Probability; !ok || math.IsNaN(p) || p <= 0 || p >= 1 {
			t.Errorf("forecast %+v, %v", forecast, ok)
		}
		if _, err := json.Marshal(result); err != nil {
			t.Error(err)
		}
	})
}

func TestAResultWithoutAForecasterIsRefused(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(result *trial.Result){
		"no model":               func(result *trial.Result) { result.Forecaster.Model = logistic.Model{} },
		"features of other bars": func(result *trial.Result) { result.Forecaster.Set = features.Daily() },
		"no horizon":             func(result *trial.Result) { result.Forecaster.HorizonBars = 0 },
		"a look-back's horizon":  func(result *trial.Result) { result.Forecaster.HorizonBars = 169 },
		"a base rate of two":     func(result *trial.Result) { result.Forecaster.BaseRate = 2 },
		"a base rate below 0":    func(result *trial.Result) { result.Forecaster.BaseRate = -0.1 },
		"a continuation of two":  func(result *trial.Result) { result.Forecaster.Continuation = 2 },
		"a negative move":        func(result *trial.Result) { result.Forecaster.MeanAbsoluteMove = -1 },
		"a negative cost":        func(result *trial.Result) { result.Forecaster.RoundTripCost = -1 },
		"a p-value of two":       func(result *trial.Result) { result.PValue = 2 },
	} {
		result := trial.Result{Recipe: hourlyRecipe(1, 0.001), Forecaster: knowing(0.5, 0.5)}
		read := func() error {
			text, err := json.Marshal(result)
			if err != nil {
				t.Fatal(err)
			}
			_, err = trial.Parse(text)
			return err
		}
		if err := read(); err != nil {
			t.Fatal(err)
		}
		spoil(&result)
		if err := read(); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func TestTheBordersOfAForecasterAreItsOwn(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(forecaster *trial.Forecaster){
		"it never goes up":      func(forecaster *trial.Forecaster) { forecaster.BaseRate, forecaster.Continuation = 0, 0 },
		"it always goes on":     func(forecaster *trial.Forecaster) { forecaster.BaseRate, forecaster.Continuation = 1, 1 },
		"it hardly looks back":  func(forecaster *trial.Forecaster) { forecaster.HorizonBars = 168 },
		"nothing moves or asks": func(forecaster *trial.Forecaster) { forecaster.MeanAbsoluteMove, forecaster.RoundTripCost = 0, 0 },
	} {
		forecaster := knowing(0.5, 0.5)
		change(&forecaster)
		if err := forecaster.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
