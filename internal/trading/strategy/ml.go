package strategy

import (
	"fmt"
	"math"
)

// ml follows the move that a model expects, if the model has an edge and the expected move exceeds the costs. It leaves as
// soon as either no longer holds.
type ml struct {
	bars, atr          int
	leastGain          float64
	stopAtr, targetAtr float64
}

func mlParameters() []Parameter {
	return append([]Parameter{
		period("horizon", 1, 1, 4, "bars that the model looks ahead: 1, or 4 on hours"),
		// The model's trial enters wherever the expected move exceeds the costs, so 1 is the proven value.
		factor("leastGain", 1, 1, 10, "expected move that an entry takes, in costs of a round trip"),
	}, stopAndTarget(3, 6)...)
}

func newML(values map[string]float64) (rule, error) {
	bars := int(values["horizon"])
	if bars != 1 && bars != 4 {
		return nil, &ParameterError{"horizon", "must be 1 or 4"}
	}
	return ml{
		bars: bars, atr: int(values["atrPeriod"]), leastGain: values["leastGain"],
		stopAtr: values["stopAtr"], targetAtr: values["targetAtr"],
	}, nil
}

func (m ml) warmup() int { return 4*m.atr + 1 }

func (m ml) horizon() int { return m.bars }

func (m ml) decide([]Bar, Side, *scratch) Decision { return hold("There is no forecast.") }

func (m ml) decideWith(window []Bar, holding Side, forecast Forecast) Decision {
	if !forecast.isUsable() {
		return m.withoutEdge(holding, forecast)
	}
	expected, least := forecast.expected(), m.leastGain*forecast.Cost
	numbers := fmt.Sprintf("in %d bars the price is higher with a probability of %s %% (%s %% in the past), which of a mean move of %s %% "+
		"lets one expect %s %%, and %s %% is the least", m.bars, percent(forecast.Up), percent(forecast.BaseRate), percent(forecast.Move),
		percent(expected), percent(least))
	side := Flat
	switch {
	case expected > least:
		side = Long
	case -expected > least:
		side = Short
	}
	switch {
	case holding != Flat && holding == side:
		return hold("The forecast stands: " + numbers + ".")
	case holding != Flat:
		return leave(holding, "The expected move is no longer worth its costs: "+numbers+".")
	case side == Flat:
		return hold("Nothing that is worth its costs: " + numbers + ".")
	}
	price, atr := window[len(window)-1].Close, last(ATR(window, m.atr), 0)
	reason := fmt.Sprintf("A move that is worth more than its costs: %s, with an ATR of %s.", numbers, number(atr))
	confidence := confidenceOf(math.Abs(expected)/forecast.Cost, 1.5, 2, 3)
	return enter(side, price, distances{m.stopAtr * atr, m.targetAtr * atr}, confidence, reason)
}

// withoutEdge leaves what is held and enters nothing.
func (m ml) withoutEdge(holding Side, forecast Forecast) Decision {
	reason := "No model has an edge here"
	if forecast.BaseRate > 0 {
		reason = fmt.Sprintf("The model has no edge: all there is to say about the next %d bars is that the price has risen %s %% of the time",
			m.bars, percent(forecast.BaseRate))
	}
	if holding == Flat {
		return hold(reason + ".")
	}
	return leave(holding, reason+".")
}

// percent formats a fraction for people.
func percent(fraction float64) string { return number(math.Round(fraction*1e4) / 100) }
