package strategy_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bourse/internal/trading/strategy"
)

// Averages of these periods have weights of a half and a quarter, so that whole-number prices can meet them exactly.
var (
	exactTrend    = map[string]float64{"fastPeriod": 3, "slowPeriod": 7, "atrPeriod": 2}
	exactMomentum = map[string]float64{
		"fastPeriod": 3, "slowPeriod": 7, "signalPeriod": 3, "rocPeriod": 1, "atrPeriod": 2, "leastMove": 0,
	}
	exactBand = map[string]float64{
		"bandPeriod": 8, "bandWidth": 1, "rsiPeriod": 2, "atrPeriod": 2, "stopAtr": .5, "oversold": 50, "overbought": 50,
	}
)

// with returns parameters with some of them changed.
func with(parameters map[string]float64, changed map[string]float64) map[string]float64 {
	other := map[string]float64{}
	for _, values := range []map[string]float64{parameters, changed} {
		for name, value := range values {
			other[name] = value
		}
	}
	return other
}

func TestAMarketThatStandsStillChangesNothingButAReturnToTheAverage(t *testing.T) {
	t.Parallel()
	for strategyType, want := range map[string]strategy.Action{
		"trend": strategy.Hold, "momentum": strategy.Hold, "breakout": strategy.Hold, "mean_reversion": strategy.ExitLong,
	} {
		made := newStrategy(t, strategyType, nil)
		bars := make([]strategy.Bar, made.Warmup())
		for i := range bars {
			bars[i] = strategy.Bar{Open: 64, High: 64, Low: 64, Close: 64}
		}
		wantDecision(t, made, "a long", bars, strategy.Long, want)
		wantDecision(t, made, "a short", bars, strategy.Short, opposed[want])
	}
}

func TestWhatExactlyMeetsItsLineIsNotBeyondIt(t *testing.T) {
	t.Parallel()
	still := line(100, 100, 40)
	zigzag := []float64{104, 96, 104, 96, 104, 96, 104, 96, 104, 96, 104, 96}
	for name, c := range map[string]struct {
		strategyType string
		parameters   map[string]float64
		prices       []float64
		want         strategy.Action
	}{
		// The fast average moves half of the way to each price, the slow one a quarter.
		"the averages part":                      {"trend", exactTrend, then(still, 116), strategy.EnterLong},
		"they parted on the bar before":          {"trend", exactTrend, then(still, 116, 117), strategy.EnterLong},
		"the averages meet and have not crossed": {"trend", exactTrend, then(still, 84, 104), strategy.Hold},
		"the averages met and part again":        {"trend", exactTrend, then(still, 104, 99, 105), strategy.EnterLong},
		"the price is at the slow average":       {"trend", exactTrend, then(still, 116, 104), strategy.Hold},

		"the histogram leaves zero":                {"momentum", exactMomentum, then(still, 116), strategy.EnterLong},
		"the histogram is back at zero":            {"momentum", exactMomentum, then(still, 84, 96), strategy.Hold},
		"the price is where it was":                {"momentum", with(exactMomentum, map[string]float64{"rocPeriod": 2}), then(still, 84, 100), strategy.Hold},
		"the price is a little above where it was": {"momentum", with(exactMomentum, map[string]float64{"rocPeriod": 2}), then(still, 84, 101), strategy.EnterLong},

		// Half of these prices are at 104 and half at 96, so the band is from 96 to 104.
		"the band was touched and not left": {"mean_reversion", exactBand, then(zigzag, 97), strategy.Hold},
		"the price is back at the band":     {"mean_reversion", exactBand, then(still, 104, 104, 104, 96, 104, 96, 104, 96, 96), strategy.EnterLong},

		// A rise of 2 and a fall of 3, smoothed over two bars, are a strength of 25.
		"the strength is at its limit":    {"mean_reversion", with(exactBand, map[string]float64{"oversold": 25, "overbought": 75}), then(still, 102, 99, 99.5), strategy.Hold},
		"the strength is below its limit": {"mean_reversion", with(exactBand, map[string]float64{"oversold": 26, "overbought": 74}), then(still, 102, 99, 99.5), strategy.EnterLong},
	} {
		made := newStrategy(t, c.strategyType, c.parameters)
		wantDecision(t, made, name, path(c.prices...), strategy.Flat, c.want)
		wantDecision(t, made, name+", upside down", path(mirrored(c.prices)...), strategy.Flat, opposed[c.want])
	}
}

func TestABarelyOversoldMarketIsALittleSure(t *testing.T) {
	t.Parallel()
	made := newStrategy(t, "mean_reversion", with(exactBand, map[string]float64{"oversold": 26, "overbought": 74}))
	prices := then(line(100, 100, 40), 102, 99, 99.5)
	for _, bars := range [][]strategy.Bar{path(prices...), path(mirrored(prices)...)} {
		if got := made.Decide(bars, strategy.Flat); got.Confidence != strategy.Low || got.Action == strategy.Hold {
			t.Errorf("one point beyond the limit is %s with %s confidence", got.Action, got.Confidence)
		}
	}
}

// narrow makes bars that go from the previous close to their own and no further.
func narrow(prices ...float64) []strategy.Bar {
	bars := path(prices...)
	for i := range bars {
		bars[i].High, bars[i].Low = max(bars[i].Open, bars[i].Close), min(bars[i].Open, bars[i].Close)
	}
	return bars
}

func TestATargetHalfAsFarAsTheStopIsWorthTheRisk(t *testing.T) {
	t.Parallel()
	// The average of the last eight prices is 100.0625, which is 0.5625 away, and the true range is 1.25 on average.
	prices := then(line(100, 100, 40), 102, 99, 99.5)
	for stop, want := range map[float64]strategy.Action{.9: strategy.EnterLong, .91: strategy.Hold} {
		made := newStrategy(t, "mean_reversion", with(exactBand, map[string]float64{"stopAtr": stop}))
		wantDecision(t, made, "a return", narrow(prices...), strategy.Flat, want)
		wantDecision(t, made, "a return, upside down", narrow(mirrored(prices)...), strategy.Flat, opposed[want])
	}
}

// ranging makes bars between 99 and 101 that close in the middle, except for the last ones, which go as far as they close.
func ranging(closes ...float64) []strategy.Bar {
	bars := make([]strategy.Bar, 20, 20+len(closes))
	for i := range bars {
		bars[i] = strategy.Bar{Open: 100, High: 101, Low: 99, Close: 100}
	}
	for _, price := range closes {
		bars = append(bars, strategy.Bar{Open: 100, High: max(101, price), Low: min(99, price), Close: price})
	}
	return bars
}

func TestABreakGoesBeyondTheRange(t *testing.T) {
	t.Parallel()
	made := newStrategy(t, "breakout", shortBreakout)
	for name, c := range map[string]struct {
		closes     []float64
		holding    strategy.Side
		want       strategy.Action
		confidence strategy.Confidence
	}{
		"a close on the border":         {[]float64{101}, strategy.Flat, strategy.Hold, strategy.Low},
		"a break from the border":       {[]float64{101, 106}, strategy.Flat, strategy.EnterLong, strategy.VeryHigh},
		"a small break":                 {[]float64{101.25}, strategy.Flat, strategy.EnterLong, strategy.Low},
		"a long at the lower border":    {[]float64{99}, strategy.Long, strategy.Hold, strategy.Low},
		"a long below the lower border": {[]float64{98.5}, strategy.Long, strategy.ExitLong, strategy.High},
	} {
		upside := make([]float64, len(c.closes))
		for i, price := range c.closes {
			upside[i] = 200 - price
		}
		wantDecision(t, made, name, ranging(c.closes...), c.holding, c.want)
		wantDecision(t, made, name+", upside down", ranging(upside...), opposite[c.holding], opposed[c.want])
		for _, got := range []strategy.Decision{made.Decide(ranging(c.closes...), c.holding), made.Decide(ranging(upside...), opposite[c.holding])} {
			if got.Confidence != c.confidence {
				t.Errorf("%s has %s confidence, want %s", name, got.Confidence, c.confidence)
			}
		}
	}
}

func TestStopsAndTargetsAreSoManyTrueRangesAway(t *testing.T) {
	t.Parallel()
	for strategyType, c := range map[string]struct {
		parameters map[string]float64
		prices     []float64
	}{
		"trend":    {shortTrend, then(line(120, 103, 18), 115)},
		"breakout": {shortBreakout, then(line(100, 100, 12), 103)},
		"momentum": {shortMomentum, then(plunge(), 115)},
	} {
		made := newStrategy(t, strategyType, with(c.parameters, map[string]float64{"stopAtr": 1.5, "targetAtr": 2.5}))
		for _, prices := range [][]float64{c.prices, mirrored(c.prices)} {
			bars := path(prices...)
			ranges := strategy.ATR(bars[len(bars)-made.Warmup():], 2)
			atr, price := ranges[len(ranges)-1], prices[len(prices)-1]
			got := made.Decide(bars, strategy.Flat)
			if got.Action == strategy.Hold || math.Abs(math.Abs(price-got.Stop)-1.5*atr) > 1e-9 || math.Abs(math.Abs(got.Target-price)-2.5*atr) > 1e-9 {
				t.Errorf("%s at %v with a range of %v: %+v", strategyType, price, atr, got)
			}
		}
	}
}

// Confidence is the same in cents as in dollars: moves are measured against the range of the market's own bars.
func TestConfidenceDoesNotDependOnTheUnitOfThePrice(t *testing.T) {
	t.Parallel()
	for strategyType, c := range map[string]struct {
		parameters map[string]float64
		prices     []float64
	}{
		"trend":    {shortTrend, then(line(120, 103, 18), 115)},
		"breakout": {shortBreakout, then(line(100, 100, 12), 103)},
		"momentum": {shortMomentum, then(plunge(), 115)},
	} {
		made := newStrategy(t, strategyType, c.parameters)
		want := made.Decide(path(c.prices...), strategy.Flat)
		if want.Action != strategy.EnterLong {
			t.Fatalf("%s: %+v", strategyType, want)
		}
		for _, unit := range []float64{1.0 / 1024, 1024} {
			bars := path(c.prices...)
			for i, bar := range bars {
				bars[i] = strategy.Bar{OpenedAt: bar.OpenedAt, Open: bar.Open * unit, High: bar.High * unit, Low: bar.Low * unit, Close: bar.Close * unit}
			}
			if got := made.Decide(bars, strategy.Flat); got.Confidence != want.Confidence || got.Action != want.Action {
				t.Errorf("%s is %s with %s confidence, and at prices × %v %s with %s", strategyType, want.Action, want.Confidence, unit, got.Action, got.Confidence)
			}
		}
	}
}

func TestIndicatorsBeginWithTheFirstBarsThatAreEnough(t *testing.T) {
	t.Parallel()
	bars := path(3, 5, 4, 8, 6, 7, 9, 2, 5, 6)
	closes := []float64{3, 5, 4, 8, 6, 7, 9, 2, 5, 6}
	for name, c := range map[string]struct {
		lookback int // bars before the first value
		of       func(count int) []float64
	}{
		"SMA 1":       {0, func(count int) []float64 { return strategy.SMA(closes[:count], 1) }},
		"SMA 4":       {3, func(count int) []float64 { return strategy.SMA(closes[:count], 4) }},
		"EMA 1":       {0, func(count int) []float64 { return strategy.EMA(closes[:count], 1) }},
		"EMA 4":       {3, func(count int) []float64 { return strategy.EMA(closes[:count], 4) }},
		"Bollinger 4": {3, func(count int) []float64 { return strategy.Bollinger(closes[:count], 4, 2).Upper }},
		"Donchian 1":  {0, func(count int) []float64 { return strategy.Donchian(bars[:count], 1).Upper }},
		"Donchian 4":  {3, func(count int) []float64 { return strategy.Donchian(bars[:count], 4).Lower }},
		"TrueRange":   {1, func(count int) []float64 { return strategy.TrueRange(bars[:count]) }},
		"ATR 1":       {1, func(count int) []float64 { return strategy.ATR(bars[:count], 1) }},
		"ATR 4":       {4, func(count int) []float64 { return strategy.ATR(bars[:count], 4) }},
		"RSI 1":       {1, func(count int) []float64 { return strategy.RSI(closes[:count], 1) }},
		"RSI 4":       {4, func(count int) []float64 { return strategy.RSI(closes[:count], 4) }},
		"ROC 1":       {1, func(count int) []float64 { return strategy.ROC(closes[:count], 1) }},
		"ROC 4":       {4, func(count int) []float64 { return strategy.ROC(closes[:count], 4) }},
		"MACD 1 2 1":  {1, func(count int) []float64 { return strategy.MACD(closes[:count], 1, 2, 1).Histogram }},
		"MACD 2 4 3":  {5, func(count int) []float64 { return strategy.MACD(closes[:count], 2, 4, 3).Histogram }},
	} {
		for count := range closes {
			got := c.of(count)
			if want := max(count-c.lookback, 0); len(got) != want {
				t.Errorf("%s of %d bars has %d values, want %d", name, count, len(got), want)
			}
			if count <= c.lookback && len(got) == 0 && strings.HasPrefix(name, "R") && got != nil {
				t.Errorf("%s of %d bars is empty and not nil", name, count)
			}
		}
	}
	if got := strategy.SMA(closes, 1); !slices.Equal(got, closes) {
		t.Errorf("the average over one bar is %v", got)
	}
	channel := strategy.Donchian(bars, 10)
	if got, want := channel.Middle[0], (9.1+1.9)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("the middle of a channel from 1.9 to 9.1 is %v", got)
	}
}
