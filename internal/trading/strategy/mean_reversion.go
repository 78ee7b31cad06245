package strategy

import "fmt"

// meanReversion bets on the price's way back to the average once it returns into its band after leaving it.
type meanReversion struct {
	band, rsi, atr              int
	width, oversold, overbought float64
	stopAtr                     float64
}

func meanReversionParameters() []Parameter {
	return append([]Parameter{
		period("bandPeriod", 20, 5, 200, "bars of the Bollinger band"),
		factor("bandWidth", 2, .5, 5, "half width of the band in deviations"),
		period("rsiPeriod", 14, 2, 100, "bars of the relative strength index"),
		factor("oversold", 33, 5, 50, "index below which a market has fallen too far"),
		factor("overbought", 67, 50, 95, "index above which a market has risen too far"),
	}, stop(2)...)
}

func newMeanReversion(values map[string]float64) (rule, error) {
	return meanReversion{
		band: int(values["bandPeriod"]), rsi: int(values["rsiPeriod"]), atr: int(values["atrPeriod"]),
		width: values["bandWidth"], oversold: values["oversold"], overbought: values["overbought"],
		stopAtr: values["stopAtr"],
	}, nil
}

func (m meanReversion) warmup() int { return max(m.band, 4*m.rsi, 4*m.atr) + 2 }

func (m meanReversion) decide(window []Bar, holding Side, s *scratch) Decision {
	prices := s.closes(window)
	band, strength := s.bollinger(tail(prices, m.band+1), m.band, m.width), s.rsi(prices, m.rsi)
	price, before := last(prices, 0), last(prices, 1)
	middle, rsi := last(band.Middle, 0), last(strength, 1)
	where := func() string {
		return fmt.Sprintf("the close is %s in a band of %s to %s around %s",
			number(price), number(last(band.Lower, 0)), number(last(band.Upper, 0)), number(middle))
	}

	switch {
	case holding == Long && price >= middle, holding == Short && price <= middle:
		return leave(holding, "The price is back at its average: "+where()+".")
	case holding != Flat:
		return hold("On the way back.")
	}
	atr := last(s.atr(window, m.atr), 0)
	risk, target := m.stopAtr*atr, distance(price, middle)
	// A target nearer than half the stop's distance is not worth the risk.
	if target < risk/2 {
		return hold("Too near to the average.")
	}
	reason := func() string {
		return fmt.Sprintf("After an RSI %d of %s the price is back in its band: %s.", m.rsi, number(rsi), where())
	}
	switch {
	case before < last(band.Lower, 1) && price >= last(band.Lower, 0) && price < middle && rsi < m.oversold:
		return enter(Long, price, distances{risk, target}, confidenceOf(m.oversold-rsi, 3, 7, 12), reason())
	case before > last(band.Upper, 1) && price <= last(band.Upper, 0) && price > middle && rsi > m.overbought:
		return enter(Short, price, distances{risk, target}, confidenceOf(rsi-m.overbought, 3, 7, 12), reason())
	}
	return hold("No return from outside.")
}
