package strategy

import (
	"strconv"
	"strings"
)

// hold decides to do nothing.
func hold(reason string) Decision {
	return Decision{Action: Hold, Confidence: Low, Reason: reason}
}

// distances are how far the stop and the target of a trade are from its entry.
type distances struct{ stop, target float64 }

// enter decides to open a trade at the last close, with the stop and the target that far away. It holds
// instead where these are not prices on both sides of the close.
func enter(side Side, price float64, away distances, confidence Confidence, reason string) Decision {
	decision := Decision{Action: EnterLong, Confidence: confidence, Reason: reason}
	decision.Stop, decision.Target = price-away.stop, price+away.target
	low, high := decision.Stop, decision.Target
	if side == Short {
		decision.Action = EnterShort
		decision.Stop, decision.Target = price+away.stop, price-away.target
		low, high = decision.Target, decision.Stop
	}
	if !(low > 0 && low < price && price < high) {
		return hold("There is no room for a stop and a target around " + number(price) + ".")
	}
	return decision
}

// leave decides to close what is held.
func leave(holding Side, reason string) Decision {
	action := ExitLong
	if holding == Short {
		action = ExitShort
	}
	return Decision{Action: action, Confidence: High, Reason: reason}
}

// confidenceOf grades how far a measure has gone, against what it takes for each grade above Low.
func confidenceOf(measure, medium, high, veryHigh float64) Confidence {
	switch {
	case measure >= veryHigh:
		return VeryHigh
	case measure >= high:
		return High
	case measure >= medium:
		return Medium
	}
	return Low
}

// number writes a price or a measure for people, with as many decimals as its size calls for.
func number(value float64) string {
	decimals := 8
	switch size := max(value, -value); {
	case size >= 1000:
		decimals = 2
	case size >= 1:
		decimals = 4
	case size >= .01:
		decimals = 6
	}
	text := strconv.FormatFloat(value, 'f', decimals, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
