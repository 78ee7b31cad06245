package ml

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
	"bourse/internal/money"
)

// Outcome is how a prediction turned out.
type Outcome string

// The outcomes.
const (
	Open Outcome = "open"
	Up   Outcome = "up"
	Down Outcome = "down" // or unchanged
	Void Outcome = "void" // the candle never came
)

// featuresShown is how many features a prediction names: the most influential ones.
const featuresShown = 5

// Prediction is what a model predicted after one candle, and the outcome.
type Prediction struct {
	ID       uuid.UUID
	ModelID  uuid.UUID
	Symbol   string
	Horizon  Horizon
	CandleAt time.Time // opening time of the last closed candle before the prediction
	Close    money.Decimal
	// Probability is what is served: the model's with an edge, otherwise the base rate.
	Probability  float64
	Forecasts    Forecasts // of the model itself and the baselines, for scoring
	BaseRate     float64
	Edge         Edge
	Features     []logistic.Contribution
	DueAt        time.Time
	Outcome      Outcome
	OutcomeClose money.Decimal
	SettledAt    time.Time
	CreatedAt    time.Time
}

// Forecasts are the forecasters' probabilities of a move up.
type Forecasts struct {
	Model float64 `json:"model"`
	trial.Baselines
}

// PredictionFilter narrows a list of predictions; empty fields match everything.
type PredictionFilter struct {
	Symbol  string
	Horizon Horizon
	Outcome Outcome
}

// serve sets what is served: without an edge, only the base rate.
func (p *Prediction) serve(edge Edge) {
	p.Edge, p.Probability = edge, p.BaseRate
	if edge == HasEdge {
		p.Probability = p.Forecasts.Model
	}
}

// settle records the outcome from the close of the candle one horizon later.
func (p *Prediction) settle(closed money.Decimal, now time.Time) {
	p.Outcome, p.OutcomeClose, p.SettledAt = Down, closed, now
	if closed.GreaterThan(p.Close) {
		p.Outcome = Up
	}
}

// void records that the outcome will never be known.
func (p *Prediction) void(now time.Time) { p.Outcome, p.SettledAt = Void, now }
