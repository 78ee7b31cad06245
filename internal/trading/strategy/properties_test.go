package strategy_test

import (
	"math"
	"testing"

	"bourse/internal/trading/strategy"

	"pgregory.net/rapid"
)

// anyStrategy draws a type and parameters within their ranges.
func anyStrategy(t *rapid.T) strategy.Strategy {
	strategyType := rapid.SampledFrom(strategy.Types()).Draw(t, "type")
	parameters := map[string]float64{}
	for _, parameter := range strategy.Defaults(strategyType) {
		if !rapid.Bool().Draw(t, "set "+parameter.Name) {
			continue
		}
		most := min(parameter.Max, 3*parameter.Default) // keeps the windows short
		value := rapid.Float64Range(parameter.Min, most).Draw(t, parameter.Name)
		if parameter.Whole {
			value = math.Round(value)
		}
		parameters[parameter.Name] = value
	}
	made, err := strategy.New(strategyType, parameters)
	if err != nil { // the values contradict each other
		return newStrategy(t, strategyType, nil)
	}
	return made
}

func anySide(t *rapid.T) strategy.Side {
	return rapid.SampledFrom([]strategy.Side{strategy.Flat, strategy.Flat, strategy.Long, strategy.Short}).Draw(t, "holding")
}

func anyWalk(t *rapid.T, count int) []strategy.Bar {
	return walk(rapid.Uint64().Draw(t, "seed"), count, rapid.SampledFrom([]float64{1e-6, .001, .02, .3}).Draw(t, "volatility"))
}

func TestADecisionDependsOnTheWarmupAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		made, holding := anyStrategy(t), anySide(t)
		more := rapid.IntRange(1, 300).Draw(t, "more")
		bars := anyWalk(t, made.Warmup()+more)
		for end := len(bars) - min(more, 8); end <= len(bars); end++ {
			whole := made.Decide(bars[:end], holding)
			window := made.Decide(append([]strategy.Bar(nil), bars[end-made.Warmup():end]...), holding)
			if whole != window {
				t.Fatalf("%s decides %+v on %d bars and %+v on the last %d", made.Type(), whole, end, window, made.Warmup())
			}
			if problem := broken(whole, bars[end-1].Close, holding); problem != "" {
				t.Fatalf("%s: %s: %+v", made.Type(), problem, whole)
			}
		}
	})
}

func TestADecisionDoesNotDependOnTheUnitOfThePrice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		made, holding := anyStrategy(t), anySide(t)
		bars := anyWalk(t, made.Warmup()+10)
		unit := math.Ldexp(1, rapid.IntRange(-20, 20).Draw(t, "exponent")) // a power of two scales without rounding
		scaled := make([]strategy.Bar, len(bars))
		for i, bar := range bars {
			scaled[i] = strategy.Bar{Open: bar.Open * unit, High: bar.High * unit, Low: bar.Low * unit, Close: bar.Close * unit}
		}
		for end := made.Warmup(); end <= len(bars); end++ {
			want, got := made.Decide(bars[:end], holding), made.Decide(scaled[:end], holding)
			if got.Action != want.Action || got.Confidence != want.Confidence ||
				got.Stop != want.Stop*unit || got.Target != want.Target*unit {
				t.Fatalf("%s decides %+v and, at prices × %v, %+v", made.Type(), want, unit, got)
			}
		}
	})
}

func TestDecidingLeavesTheBarsAlone(t *testing.T) {
	t.Parallel()
	for _, strategyType := range strategy.Types() {
		made := newStrategy(t, strategyType, nil)
		bars, untouched := walk(5, 400, .01), walk(5, 400, .01)
		for _, holding := range []strategy.Side{strategy.Flat, strategy.Long, strategy.Short} {
			made.Decide(bars, holding)
		}
		for i := range bars {
			if bars[i] != untouched[i] {
				t.Fatalf("%s has changed bar %d", strategyType, i)
			}
		}
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, strategyType := range strategy.Types() {
		b.Run(strategyType, func(b *testing.B) {
			made := newStrategy(b, strategyType, nil)
			bars := walk(5, 5000, .01)
			b.ReportAllocs()
			for b.Loop() {
				made.Decide(bars, strategy.Flat)
			}
		})
	}
}
