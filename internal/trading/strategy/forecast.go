package strategy

import "math"

// Forecast is what a model says, when a bar has closed, about the close a horizon later.
type Forecast struct {
	HasEdge  bool    // the model has beaten its baselines out of sample and after costs, and live it still does
	Up       float64 // probability that the later close is above this one
	BaseRate float64 // share of the past in which it was; 0 when nothing is known
	Move     float64 // mean absolute move over the horizon, as a fraction of the price
	Cost     float64 // what entering and leaving costs, as a fraction of the price
}

// expected is the move that the forecast lets one expect, as a fraction of the price; downwards it is negative.
func (f Forecast) expected() float64 { return (2*f.Up - 1) * f.Move }

// isUsable reports whether the forecast comes from a model with an edge and holds numbers that can be.
func (f Forecast) isUsable() bool {
	return f.HasEdge && f.Up >= 0 && f.Up <= 1 && f.Move >= 0 && !math.IsInf(f.Move, 1) && f.Cost >= 0 && !math.IsInf(f.Cost, 1)
}

// Forecasted is a strategy that stands on the forecast of a model. What it is given decides, and nothing else does:
// like any strategy it has no state. Without a forecast, which is what Decide is, it holds.
type Forecasted interface {
	Strategy
	// Horizon is the number of bars after which the forecast has come true or not.
	Horizon() int
	// DecideWith says what to do after the last of bars has closed, given the forecast for that bar. It enters
	// nothing without an edge, and leaves what it holds when there is none.
	DecideWith(bars []Bar, holding Side, forecast Forecast) Decision
}

// forecastRule is the heart of a strategy that stands on a forecast.
type forecastRule interface {
	rule
	horizon() int
	decideWith(window []Bar, holding Side, forecast Forecast) Decision
}

// forecasted is such a rule with what all strategies share around it.
type forecasted struct {
	ruled
	rule forecastRule
}

func (f forecasted) Horizon() int { return f.rule.horizon() }

func (f forecasted) DecideWith(bars []Bar, holding Side, forecast Forecast) Decision {
	window, instead := f.window(bars)
	if instead != nil {
		return *instead
	}
	return f.rule.decideWith(window, holding, forecast)
}
