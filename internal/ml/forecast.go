package ml

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ml/trial"
)

// Forecast is a prediction for trading, with what is needed to weigh it against the costs.
type Forecast struct {
	ModelID     uuid.UUID
	Symbol      string
	Horizon     Horizon
	CandleAt    time.Time // opening time of the newest closed candle
	Edge        Edge      // its current value
	Probability float64   // of a move up; the base rate without an edge
	BaseRate    float64
	// MeanAbsoluteMove is the average size of a move over a horizon, ExpectedMove the move up (down if negative) that
	// the probability implies, and RoundTripCost the cost of buying and selling: all as fractions of the price.
	// Without an edge the expected move is 0.
	MeanAbsoluteMove float64
	ExpectedMove     float64
	RoundTripCost    float64
}

// Forecast is Predict for trading, and fails in the same ways.
func (s *Service) Forecast(ctx context.Context, symbol string, horizon Horizon) (Forecast, error) {
	prediction, model, err := s.predict(ctx, symbol, horizon)
	if err != nil {
		return Forecast{}, err
	}
	forecaster, err := s.parsed.forecaster(ctx, s.db, model.ID)
	if err != nil {
		return Forecast{}, err
	}
	forecast := Forecast{
		ModelID: model.ID, Symbol: symbol, Horizon: horizon, CandleAt: prediction.CandleAt, Edge: model.Edge,
		Probability: prediction.Probability, BaseRate: prediction.BaseRate,
		MeanAbsoluteMove: forecaster.MeanAbsoluteMove, RoundTripCost: forecaster.RoundTripCost,
	}
	if model.Edge == HasEdge {
		forecast.ExpectedMove = forecaster.ExpectedMove(prediction.Probability)
	}
	return forecast, nil
}

// mostParsed limits how many parsed models are cached: more than ever serve at once.
const mostParsed = 256

// parsedModels caches what trained models forecast with. That never changes, so entries are evicted only to save
// memory.
type parsedModels struct {
	mu   sync.Mutex
	byID map[uuid.UUID]trial.Forecaster
}

func newParsedModels() *parsedModels { return &parsedModels{byID: map[uuid.UUID]trial.Forecaster{}} }

// forecaster returns a trained model's forecaster. It fails when the database does.
func (p *parsedModels) forecaster(ctx context.Context, from database.Querier, id uuid.UUID) (trial.Forecaster, error) {
	p.mu.Lock()
	known, isKnown := p.byID[id]
	p.mu.Unlock()
	if isKnown {
		return known, nil
	}
	result, err := readResult(ctx, from, id)
	if err != nil {
		return trial.Forecaster{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.byID) >= mostParsed {
		clear(p.byID)
	}
	p.byID[id] = result.Forecaster
	return result.Forecaster, nil
}
