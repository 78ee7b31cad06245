package ml

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
	"bourse/internal/money"
)

// Outcome is what came true of a prediction.
type Outcome string

// The outcomes.
const (
	Open Outcome = "open"
	Up   Outcome = "up"
	Down Outcome = "down" // or unchanged
	Void Outcome = "void" // the candle never came
)

// featuresShown is how many features a prediction names: those that weighed most.
const featuresShown = 5

// Prediction is what a model says after one candle, and what came true.
type Prediction struct {
	ID       uuid.UUID
	ModelID  uuid.UUID
	Symbol   string
	Horizon  Horizon
	CandleAt time.Time // when the candle opened after whose close is predicted
	Close    money.Decimal
	// Probability is what is served: the model's with an edge, else the base rate.
	Probability  float64
	Forecasts    Forecasts // what the model itself and the baselines say: by these it is scored
	BaseRate     float64
	Edge         Edge
	Features     []logistic.Contribution
	DueAt        time.Time
	Outcome      Outcome
	OutcomeClose money.Decimal
	SettledAt    time.Time
	CreatedAt    time.Time
}

// Forecasts are the probabilities of a move up that the forecasters name.
type Forecasts struct {
	Model float64 `json:"model"`
	trial.Baselines
}

// PredictionFilter narrows a list of predictions; empty fields do not.
type PredictionFilter struct {
	Symbol  string
	Horizon Horizon
	Outcome Outcome
}

// serve chooses what is served: without an edge that is the base rate, and nothing else.
func (p *Prediction) serve(edge Edge) {
	p.Edge, p.Probability = edge, p.BaseRate
	if edge == HasEdge {
		p.Probability = p.Forecasts.Model
	}
}

// settle writes what came true by the close of the candle one horizon later.
func (p *Prediction) settle(closed money.Decimal, now time.Time) {
	p.Outcome, p.OutcomeClose, p.SettledAt = Down, closed, now
	if closed.GreaterThan(p.Close) {
		p.Outcome = Up
	}
}

// void writes that it will never be known.
func (p *Prediction) void(now time.Time) { p.Outcome, p.SettledAt = Void, now }
