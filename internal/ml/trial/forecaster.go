package trial

import (
	"fmt"
	"slices"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
)

// Forecaster is what was learned from a training part: the model and the baselines' parameters.
type Forecaster struct {
	Set         features.Set   `json:"set"`
	HorizonBars int            `json:"horizonBars"`
	Model       logistic.Model `json:"model"`
	BaseRate    float64        `json:"baseRate"`
	// Continuation is the share of samples that moved in the same direction as the horizon before.
	Continuation float64 `json:"continuation"`
	// MeanAbsoluteMove is the average absolute move over a horizon, as a fraction of the price.
	MeanAbsoluteMove float64 `json:"meanAbsoluteMove"`
	RoundTripCost    float64 `json:"roundTripCost"`
}

// Baselines are the probabilities of up that need no model.
type Baselines struct {
	BaseRate      float64 `json:"baseRate"`
	AlwaysUp      float64 `json:"alwaysUp"`      // the base rate, but never below one half
	Momentum      float64 `json:"momentum"`      // the last horizon's direction continues
	MeanReversion float64 `json:"meanReversion"` // the last horizon's direction reverses
}

// Forecast is a forecaster's output for one bar.
type Forecast struct {
	At          time.Time // opening of the bar
	Bar         int       // index of the bar in the input
	Probability float64   // of up, by the model
	Baselines   Baselines
	// Up and Move are the outcome. They are set in [Result.OutOfSample] only.
	Up   bool
	Move float64

	row       []float64
	direction Direction
}

// Direction is the trade that a forecast suggests.
type Direction int

// A forecast that does not beat the costs means staying out.
const (
	StayOut Direction = 0
	Long    Direction = 1
	Short   Direction = -1
)

// Check fails unless the forecaster is complete and its model uses the features that its set has today.
func (f Forecaster) Check() error {
	if err := f.Model.Check(); err != nil {
		return err
	}
	if !slices.Equal(f.Model.Names, f.Set.Names()) {
		return fmt.Errorf("a model of %v is not one of the %s features", f.Model.Names, f.Set)
	}
	if f.HorizonBars < 1 || f.HorizonBars >= f.Set.LookBack() {
		return fmt.Errorf("a forecaster has no horizon of %d bars", f.HorizonBars)
	}
	if !isProbability(f.BaseRate) || !isProbability(f.Continuation) {
		return fmt.Errorf("a base rate of %v or a continuation of %v is no share", f.BaseRate, f.Continuation)
	}
	if !(f.MeanAbsoluteMove >= 0) || !(f.RoundTripCost >= 0) {
		return fmt.Errorf("a move of %v or a cost of %v is below 0", f.MeanAbsoluteMove, f.RoundTripCost)
	}
	return nil
}

// At makes the forecast for the last of bars. It reports false where [features.Set.At] does.
func (f Forecaster) At(bars []features.Bar) (Forecast, bool) {
	row, ok := f.Set.At(bars)
	if !ok {
		return Forecast{}, false
	}
	last := len(bars) - 1
	forecast := f.forecast(row, features.LastUp(bars, f.HorizonBars))
	forecast.At, forecast.Bar = bars[last].OpenedAt, last
	return forecast, true
}

func (f Forecaster) forecast(row []float64, lastUp bool) Forecast {
	return Forecast{
		Probability: logistic.Clamp(f.Model.Probability(row)),
		Baselines: Baselines{
			BaseRate:      logistic.Clamp(f.BaseRate),
			AlwaysUp:      logistic.Clamp(max(f.BaseRate, 0.5)),
			Momentum:      logistic.Clamp(sided(max(f.Continuation, 0.5), lastUp)),
			MeanReversion: logistic.Clamp(sided(max(1-f.Continuation, 0.5), !lastUp)),
		},
		row: row,
	}
}

// Contributions are what the features added to the forecast's log-odds, largest first.
func (f Forecaster) Contributions(forecast Forecast) []logistic.Contribution {
	return f.Model.Contributions(forecast.row)
}

// ExpectedMove is the move that a probability of up implies: the average size of a move, weighted by how much likelier
// up is than down.
func (f Forecaster) ExpectedMove(probability float64) float64 {
	return (2*probability - 1) * f.MeanAbsoluteMove
}

// Direction is long or short where the expected move exceeds the cost of a round trip.
func (f Forecaster) Direction(probability float64) Direction {
	switch expected := f.ExpectedMove(probability); {
	case expected > f.RoundTripCost:
		return Long
	case -expected > f.RoundTripCost:
		return Short
	}
	return StayOut
}

// sided converts a confidence in a direction into the probability of up.
func sided(confidence float64, up bool) float64 {
	if up {
		return confidence
	}
	return 1 - confidence
}

func isProbability(value float64) bool { return value >= 0 && value <= 1 }
