package strategy

import "fmt"

// trend follows the crossing of two exponential averages.
type trend struct {
	fast, slow, atr    int
	stopAtr, targetAtr float64
}

func trendParameters() []Parameter {
	return append([]Parameter{
		period("fastPeriod", 20, 2, 100, "bars of the fast average"),
		period("slowPeriod", 50, 3, 200, "bars of the slow average"),
	}, stopAndTarget(2.5, 5)...)
}

func newTrend(values map[string]float64) (rule, error) {
	return trend{
		fast: int(values["fastPeriod"]), slow: int(values["slowPeriod"]), atr: int(values["atrPeriod"]),
		stopAtr: values["stopAtr"], targetAtr: values["targetAtr"],
	}, inOrder(values, "fastPeriod", "slowPeriod")
}

// warmup gives the slow average four times its period: by then a quarter of a percent of its seed is left.
func (t trend) warmup() int { return max(4*t.slow, 4*t.atr) + 1 }

func (t trend) decide(window []Bar, holding Side, s *scratch) Decision {
	prices := s.closes(window)
	fast, slow := s.ema(prices, t.fast), s.ema(prices, t.slow)
	gap := func(back int) float64 { return last(fast, back) - last(slow, back) }
	price, atr := last(prices, 0), last(s.atr(window, t.atr), 0)
	lines := func() string {
		return fmt.Sprintf("EMA %d is %s and EMA %d is %s", t.fast, number(last(fast, 0)), t.slow, number(last(slow, 0)))
	}

	switch {
	case holding == Long && gap(0) < 0, holding == Short && gap(0) > 0:
		return leave(holding, "The trend has turned: "+lines()+".")
	case holding != Flat:
		return hold("The trend goes on.")
	}
	// A crossing counts for two bars, because on the first of them the opposite position may only just have been closed.
	hasRisen := gap(0) > 0 && (gap(1) <= 0 || gap(2) <= 0)
	hasFallen := gap(0) < 0 && (gap(1) >= 0 || gap(2) >= 0)
	confidence := confidenceOf(distance(price, last(slow, 0))/atr, 1, 2, 3)
	reason := func() string {
		return fmt.Sprintf("The averages have crossed: %s, with an ATR of %s.", lines(), number(atr))
	}
	switch {
	case hasRisen && price > last(slow, 0):
		return enter(Long, price, distances{t.stopAtr * atr, t.targetAtr * atr}, confidence, reason())
	case hasFallen && price < last(slow, 0):
		return enter(Short, price, distances{t.stopAtr * atr, t.targetAtr * atr}, confidence, reason())
	}
	return hold("No crossing.")
}

func distance(a, b float64) float64 { return max(a-b, b-a) }
