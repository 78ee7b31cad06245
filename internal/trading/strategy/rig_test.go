package strategy_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bourse/internal/trading/strategy"

	"pgregory.net/rapid"
)

// walk makes bars of a geometric random walk with the given volatility per bar, each of twelve smaller steps.
func walk(seed uint64, count int, volatility float64) []strategy.Bar {
	const steps = 12
	random := rand.New(rand.NewPCG(seed, 7))
	price, bars := 100.0, make([]strategy.Bar, count)
	for i := range bars {
		bar := strategy.Bar{
			OpenedAt: time.Date(2026, 1, 1, i, 0, 0, 0, time.UTC), Open: price, High: price, Low: price, Volume: 1,
		}
		for range steps {
			price *= math.Exp(random.NormFloat64() * volatility / math.Sqrt(steps))
			bar.High, bar.Low = max(bar.High, price), min(bar.Low, price)
		}
		bar.Close = price
		bars[i] = bar
	}
	return bars
}

// path makes bars that close at the given prices, each opening at the previous close.
func path(prices ...float64) []strategy.Bar {
	bars := make([]strategy.Bar, len(prices))
	for i, price := range prices {
		open := prices[max(i-1, 0)]
		bars[i] = strategy.Bar{
			OpenedAt: time.Date(2026, 1, 1, i, 0, 0, 0, time.UTC),
			Open:     open, High: max(open, price) + .1, Low: min(open, price) - .1, Close: price, Volume: 1,
		}
	}
	return bars
}

// line returns count prices from one to another.
func line(from, to float64, count int) []float64 {
	prices := make([]float64, count)
	for i := range prices {
		prices[i] = from + (to-from)*float64(i)/float64(max(count-1, 1))
	}
	return prices
}

func newStrategy(t rapid.TB, strategyType string, parameters map[string]float64) strategy.Strategy {
	t.Helper()
	made, err := strategy.New(strategyType, parameters)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// trades runs a strategy over bars like a bot would, with stops and targets filled within the bar, and counts its entries.
// It fails the test at the first decision that breaks a rule.
func trades(t testing.TB, made strategy.Strategy, bars []strategy.Bar) (entries, longs, exits int) {
	t.Helper()
	holding, open := strategy.Flat, strategy.Decision{}
	for end := made.Warmup(); end <= len(bars); end++ {
		bar := bars[end-1]
		if holding == strategy.Long && (bar.Low <= open.Stop || bar.High >= open.Target) ||
			holding == strategy.Short && (bar.High >= open.Stop || bar.Low <= open.Target) {
			holding = strategy.Flat
		}
		decision := made.Decide(bars[:end], holding)
		if problem := broken(decision, bar.Close, holding); problem != "" {
			t.Fatalf("%s at bar %d: %s: %+v", made.Type(), end-1, problem, decision)
		}
		switch decision.Action {
		case strategy.EnterLong:
			holding, open = strategy.Long, decision
			entries, longs = entries+1, longs+1
		case strategy.EnterShort:
			holding, open = strategy.Short, decision
			entries++
		case strategy.ExitLong, strategy.ExitShort:
			holding = strategy.Flat
			exits++
		}
	}
	return entries, longs, exits
}

// broken names the rule that a decision breaks; it is empty for a valid one.
func broken(d strategy.Decision, price float64, holding strategy.Side) string {
	stop, target := d.Stop, d.Target
	switch {
	case d.Reason == "":
		return "it has no reason"
	case d.Confidence == "":
		return "it has no confidence"
	case d.Action == strategy.EnterLong && holding != strategy.Flat, d.Action == strategy.EnterShort && holding != strategy.Flat:
		return "it enters while something is held"
	case d.Action == strategy.ExitLong && holding != strategy.Long, d.Action == strategy.ExitShort && holding != strategy.Short:
		return "it leaves what is not held"
	case d.Action == strategy.EnterLong && !(0 < stop && stop < price && price < target && target < math.Inf(1)),
		d.Action == strategy.EnterShort && !(0 < target && target < price && price < stop && stop < math.Inf(1)):
		return "stop and target are not on their sides"
	case d.Action != strategy.EnterLong && d.Action != strategy.EnterShort && (stop != 0 || target != 0):
		return "it has a stop or a target without an entry"
	}
	return ""
}
