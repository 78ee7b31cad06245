package strategy

import "math"

// Forecast is a model's forecast, when a bar has closed, of the close one horizon later.
type Forecast struct {
	HasEdge  bool    // the model has beaten its baselines out of sample and after costs, and still does live
	Up       float64 // probability that the later close is above this one
	BaseRate float64 // share of the past in which it was; 0 when unknown
	Move     float64 // mean absolute move over the horizon, as a fraction of the price
	Cost     float64 // cost of entering and leaving, as a fraction of the price
}

// expected is the expected move, as a fraction of the price; negative if downwards.
func (f Forecast) expected() float64 { return (2*f.Up - 1) * f.Move }

// isUsable reports whether the forecast comes from a model with an edge and holds possible numbers.
func (f Forecast) isUsable() bool {
	return f.HasEdge && f.Up >= 0 && f.Up <= 1 && f.Move >= 0 && !math.IsInf(f.Move, 1) && f.Cost >= 0 && !math.IsInf(f.Cost, 1)
}

// Forecasted is a strategy that uses a model's forecast. It decides on its arguments alone: like any strategy it has no
// state. Without a forecast, which is what Decide means, it holds.
type Forecasted interface {
	Strategy
	// Horizon is the number of bars until the forecast can be checked.
	Horizon() int
	// DecideWith says what to do after the last of bars has closed, given the forecast for that bar. Without an edge it
	// enters nothing, and leaves what it holds.
	DecideWith(bars []Bar, holding Side, forecast Forecast) Decision
}

// forecastRule is the core of a strategy that uses a forecast.
type forecastRule interface {
	rule
	horizon() int
	decideWith(window []Bar, holding Side, forecast Forecast) Decision
}

// forecasted is such a rule with what all strategies have in common.
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
