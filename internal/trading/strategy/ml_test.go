package strategy_test

import (
	"math"
	"strings"
	"testing"

	"bourse/internal/trading/strategy"

	"pgregory.net/rapid"
)

func newForecasted(t rapid.TB, parameters map[string]float64) strategy.Forecasted {
	t.Helper()
	made, ok := newStrategy(t, "ml", parameters).(strategy.Forecasted)
	if !ok {
		t.Fatal("the strategy takes no forecast")
	}
	return made
}

func TestAnEdgeIsTradedWhileItIsWorthItsCosts(t *testing.T) {
	t.Parallel()
	made := newForecasted(t, map[string]float64{"horizon": 4, "leastGain": 2, "atrPeriod": 2})
	bars := path(line(100, 108, 9)...)
	// A mean move of 2 % and costs of 0.3 % require a probability of 65 % at a factor of 2.
	forecast := func(up float64) strategy.Forecast {
		return strategy.Forecast{HasEdge: true, Up: up, BaseRate: .52, Move: .02, Cost: .003}
	}
	none := strategy.Forecast{Up: .9, BaseRate: .52, Move: .02, Cost: .003}
	for name, c := range map[string]struct {
		forecast strategy.Forecast
		holding  strategy.Side
		want     strategy.Action
		reason   string
	}{
		"a rise that is worth it":       {forecast(.66), strategy.Flat, strategy.EnterLong, "66 % (52 % in the past)"},
		"a fall that is worth it":       {forecast(.34), strategy.Flat, strategy.EnterShort, "expect -0.64 %"},
		"a rise that is not":            {forecast(.64), strategy.Flat, strategy.Hold, "0.6 % is the least"},
		"a fall that is not":            {forecast(.36), strategy.Flat, strategy.Hold, "expect -0.56 %"},
		"a long that still is":          {forecast(.66), strategy.Long, strategy.Hold, "stands"},
		"a short that still is":         {forecast(.34), strategy.Short, strategy.Hold, "stands"},
		"a long that is not any more":   {forecast(.64), strategy.Long, strategy.ExitLong, "no longer worth its costs"},
		"a short that is not any more":  {forecast(.36), strategy.Short, strategy.ExitShort, "no longer worth its costs"},
		"a long before a fall":          {forecast(.1), strategy.Long, strategy.ExitLong, "no longer worth its costs"},
		"no edge":                       {none, strategy.Flat, strategy.Hold, "no edge"},
		"a long without an edge":        {none, strategy.Long, strategy.ExitLong, "no edge: all there is to say about the next 4 bars is that the price has risen 52 %"},
		"a short without an edge":       {none, strategy.Short, strategy.ExitShort, "no edge"},
		"no model":                      {strategy.Forecast{}, strategy.Flat, strategy.Hold, "No model has an edge"},
		"a long without a model":        {strategy.Forecast{}, strategy.Long, strategy.ExitLong, "No model has an edge"},
		"a rise and nothing to pay":     {strategy.Forecast{HasEdge: true, Up: .51, Move: .001}, strategy.Flat, strategy.EnterLong, "worth more"},
		"no direction, nothing to pay":  {strategy.Forecast{HasEdge: true, Up: .5, Move: .001}, strategy.Flat, strategy.Hold, "Nothing"},
		"a fall that is certain":        {forecast(0), strategy.Flat, strategy.EnterShort, "0 % (52 % in the past)"},
		"a rise that is certain":        {forecast(1), strategy.Flat, strategy.EnterLong, "100 % (52 % in the past)"},
		"a market that does not move":   {strategy.Forecast{HasEdge: true, Up: .9}, strategy.Flat, strategy.Hold, "Nothing"},
		"a probability that cannot be":  {strategy.Forecast{HasEdge: true, Up: 1.2, Move: .02}, strategy.Flat, strategy.Hold, "edge"},
		"a probability that is none":    {strategy.Forecast{HasEdge: true, Up: math.NaN(), Move: .02}, strategy.Flat, strategy.Hold, "edge"},
		"a move without end":            {strategy.Forecast{HasEdge: true, Up: .9, Move: math.Inf(1)}, strategy.Flat, strategy.Hold, "edge"},
		"costs that pay":                {strategy.Forecast{HasEdge: true, Up: .5, Move: .02, Cost: -1}, strategy.Flat, strategy.Hold, "edge"},
		"a long and numbers that break": {strategy.Forecast{HasEdge: true, Up: .9, Move: math.NaN()}, strategy.Long, strategy.ExitLong, "edge"},
	} {
		got := made.DecideWith(bars, c.holding, c.forecast)
		if got.Action != c.want || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: %s, want %s: %s", name, got.Action, c.want, got.Reason)
		}
		if problem := broken(got, 108, c.holding); problem != "" {
			t.Errorf("%s: %s: %+v", name, problem, got)
		}
	}
	if made.Horizon() != 4 {
		t.Errorf("the horizon is %d", made.Horizon())
	}
	// The true ranges are 1.2, so the average is.
	if got := made.DecideWith(bars, strategy.Flat, forecast(.66)); math.Abs(got.Stop-(108-3*1.2)) > 1e-9 || math.Abs(got.Target-(108+6*1.2)) > 1e-9 {
		t.Errorf("the stop is %v and the target %v", got.Stop, got.Target)
	}
}

func TestTheLargerTheMoveAgainstItsCostsTheSurer(t *testing.T) {
	t.Parallel()
	made, bars := newForecasted(t, nil), walk(2, 100, .01)
	for up, want := range map[float64]strategy.Confidence{
		.6: strategy.Low, .68: strategy.Medium, .74: strategy.High, .85: strategy.VeryHigh, .15: strategy.VeryHigh,
	} {
		got := made.DecideWith(bars, strategy.Flat, strategy.Forecast{HasEdge: true, Up: up, Move: .01, Cost: .0019})
		if got.Confidence != want || got.Stop == 0 {
			t.Errorf("%v has %s confidence, want %s: %+v", up, got.Confidence, want, got)
		}
	}
}

func TestAForecastIsNoUseWithoutSoundBars(t *testing.T) {
	t.Parallel()
	made := newForecasted(t, nil)
	sure := strategy.Forecast{HasEdge: true, Up: 1, Move: .5}
	if got := made.DecideWith(walk(1, made.Warmup()-1, .01), strategy.Flat, sure); got.Action != strategy.Hold || !strings.Contains(got.Reason, "are needed") {
		t.Errorf("with too few bars: %+v", got)
	}
	bars := walk(1, made.Warmup(), .01)
	bars[3].Low = 0
	if got := made.DecideWith(bars, strategy.Flat, sure); got.Action != strategy.Hold || !strings.Contains(got.Reason, "no market") {
		t.Errorf("with a bar that cannot be: %+v", got)
	}
	still := make([]strategy.Bar, made.Warmup())
	for i := range still {
		still[i] = strategy.Bar{Open: .1, High: .1, Low: .1, Close: .1}
	}
	if got := made.DecideWith(still, strategy.Flat, sure); got.Action != strategy.Hold || !strings.Contains(got.Reason, "no room") {
		t.Errorf("in a market that stands still: %+v", got)
	}
}

// anyForecast draws a possible forecast, and sometimes an impossible one.
func anyForecast(t *rapid.T) strategy.Forecast {
	number := func(name string, most float64) float64 {
		return rapid.OneOf(rapid.Float64Range(0, most), rapid.SampledFrom([]float64{0, most, -most, math.NaN(), math.Inf(1), math.Inf(-1)})).Draw(t, name)
	}
	return strategy.Forecast{
		HasEdge: rapid.Bool().Draw(t, "edge"), Up: number("up", 1), BaseRate: number("base rate", 1), Move: number("move", .2), Cost: number("cost", .01),
	}
}

func TestAForecastIsNeverFollowedWithoutAnEdgeNorIntoALevelOnTheWrongSide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		made := newForecasted(t, map[string]float64{
			"horizon": rapid.SampledFrom([]float64{1, 4}).Draw(t, "horizon"), "leastGain": rapid.Float64Range(1, 10).Draw(t, "leastGain"),
			"stopAtr": rapid.Float64Range(.5, 10).Draw(t, "stopAtr"), "targetAtr": rapid.Float64Range(.5, 20).Draw(t, "targetAtr"),
		})
		holding, forecast := anySide(t), anyForecast(t)
		bars := anyWalk(t, made.Warmup()+10)
		got := made.DecideWith(bars, holding, forecast)
		if window := made.DecideWith(bars[10:], holding, forecast); got != window {
			t.Fatalf("it decides %+v on all bars and %+v on the last", got, window)
		}
		if problem := broken(got, bars[len(bars)-1].Close, holding); problem != "" {
			t.Fatalf("%s: %+v", problem, got)
		}
		isEntry, expected := got.Action == strategy.EnterLong || got.Action == strategy.EnterShort, (2*forecast.Up-1)*forecast.Move
		switch {
		case isEntry && !forecast.HasEdge:
			t.Fatalf("it enters without an edge: %+v", got)
		case isEntry && !(math.Abs(expected) > forecast.Cost):
			t.Fatalf("it enters for less than it costs: %+v", got)
		case got.Action == strategy.EnterLong && expected < 0, got.Action == strategy.EnterShort && expected > 0:
			t.Fatalf("it enters against the forecast: %+v", got)
		case !forecast.HasEdge && holding != strategy.Flat && got.Action == strategy.Hold:
			t.Fatalf("it holds on without an edge: %+v", got)
		}
		if without := made.Decide(bars, holding); without.Action != strategy.Hold {
			t.Fatalf("it does not hold without a forecast: %+v", without)
		}
	})
}

func TestAForecastIsFollowedInAnyUnitOfThePrice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		made, holding, forecast := newForecasted(t, nil), anySide(t), anyForecast(t)
		bars := anyWalk(t, made.Warmup())
		unit := math.Ldexp(1, rapid.IntRange(-20, 20).Draw(t, "exponent"))
		scaled := make([]strategy.Bar, len(bars))
		for i, bar := range bars {
			scaled[i] = strategy.Bar{Open: bar.Open * unit, High: bar.High * unit, Low: bar.Low * unit, Close: bar.Close * unit}
		}
		want, got := made.DecideWith(bars, holding, forecast), made.DecideWith(scaled, holding, forecast)
		if got.Action != want.Action || got.Confidence != want.Confidence || got.Stop != want.Stop*unit || got.Target != want.Target*unit {
			t.Fatalf("it decides %+v and, at prices × %v, %+v", want, unit, got)
		}
	})
}
