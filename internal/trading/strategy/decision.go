package strategy

import (
	"strconv"
	"strings"
)

// hold is the decision to do nothing.
func hold(reason string) Decision {
	return Decision{Action: Hold, Confidence: Low, Reason: reason}
}

// distances are the distances of a trade's stop and target from its entry.
type distances struct{ stop, target float64 }

// enter is the decision to open a trade at the last close, with the stop and the target at those distances. It holds
// instead if these are not prices on both sides of the close.
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

// leave is the decision to close what is held.
func leave(holding Side, reason string) Decision {
	action := ExitLong
	if holding == Short {
		action = ExitShort
	}
	return Decision{Action: action, Confidence: High, Reason: reason}
}

// confidenceOf grades a measure against the thresholds of the grades above Low.
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

// number formats a price or a measure for people, with as many decimals as its size requires.
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
