package strategy

import "fmt"

// momentum follows a move that gains speed: the MACD histogram changes sign and the price has moved far enough in the same
// direction.
type momentum struct {
	fast, slow, signal, roc, atr int
	leastMove                    float64
	stopAtr, targetAtr           float64
}

func momentumParameters() []Parameter {
	return append([]Parameter{
		period("fastPeriod", 12, 2, 100, "bars of the fast average"),
		period("slowPeriod", 26, 3, 200, "bars of the slow average"),
		period("signalPeriod", 9, 2, 50, "bars of the signal line"),
		period("rocPeriod", 10, 1, 100, "bars of the rate of change"),
		factor("leastMove", 1.5, 0, 10, "rate of change that an entry takes, in average true ranges"),
	}, stopAndTarget(2, 4)...)
}

func newMomentum(values map[string]float64) (rule, error) {
	return momentum{
		fast: int(values["fastPeriod"]), slow: int(values["slowPeriod"]), signal: int(values["signalPeriod"]),
		roc: int(values["rocPeriod"]), atr: int(values["atrPeriod"]), leastMove: values["leastMove"],
		stopAtr: values["stopAtr"], targetAtr: values["targetAtr"],
	}, inOrder(values, "fastPeriod", "slowPeriod")
}

func (m momentum) warmup() int { return max(4*m.slow+m.signal, 4*m.atr, m.roc) + 1 }

func (m momentum) decide(window []Bar, holding Side, s *scratch) Decision {
	prices := s.closes(window)
	histogram := s.macd(prices, m.fast, m.slow, m.signal).Histogram
	now, before := last(histogram, 0), last(histogram, 1)
	price, roc := last(prices, 0), last(s.roc(prices, m.roc), 0)
	numbers := func() string {
		return fmt.Sprintf("the MACD histogram went from %s to %s and the price by %s %% in %d bars", number(before), number(now), number(roc), m.roc)
	}

	switch {
	case holding == Long && now < 0, holding == Short && now > 0:
		return leave(holding, "The momentum is gone: "+numbers()+".")
	case holding != Flat:
		return hold("The momentum goes on.")
	}
	atr := last(s.atr(window, m.atr), 0)
	// The move is measured against a bar's range, so that the same threshold fits quiet and wild markets.
	least := m.leastMove * atr / price * 100
	confidence := confidenceOf(distance(now, before)/atr, .08, .12, .16)
	reason := func() string {
		return fmt.Sprintf("The momentum has turned: %s, with an ATR of %s.", numbers(), number(atr))
	}
	switch {
	case now > 0 && before <= 0 && roc > least:
		return enter(Long, price, distances{m.stopAtr * atr, m.targetAtr * atr}, confidence, reason())
	case now < 0 && before >= 0 && roc < -least:
		return enter(Short, price, distances{m.stopAtr * atr, m.targetAtr * atr}, confidence, reason())
	}
	return hold("No turn.")
}
