package app

import (
	"context"
	"math"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ml"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/strategy"
)

// modelForecasts adapts the models to bots.
type modelForecasts struct{ models *ml.Service }

var _ bots.Forecasts = modelForecasts{}

// Edges implements bots.Forecasts.
func (f modelForecasts) Edges(ctx context.Context) (map[bots.ForecastKey]bool, error) {
	serving, _, err := f.models.Models(ctx, ml.ModelFilter{Status: ml.Serving}, database.Page{Number: 1, Limit: math.MaxInt32})
	edges := make(map[bots.ForecastKey]bool, len(serving))
	for _, model := range serving {
		edges[bots.ForecastKey{Symbol: model.Symbol, Horizon: string(model.Horizon)}] = model.Edge == ml.HasEdge
	}
	return edges, err
}

// Forecast implements bots.Forecasts. A forecast for another candle than the bot's does not count: models and bot
// have not yet seen the same candle.
func (f modelForecasts) Forecast(ctx context.Context, key bots.ForecastKey, candle time.Time) (strategy.Forecast, error) {
	forecast, err := f.models.Forecast(ctx, key.Symbol, ml.Horizon(key.Horizon))
	if err != nil {
		return strategy.Forecast{}, err
	}
	if !forecast.CandleAt.Equal(candle) {
		return strategy.Forecast{}, fault.New(fault.MarketDataStale, "the forecast of %s is for another candle", key.Symbol)
	}
	return strategy.Forecast{
		HasEdge: forecast.Edge == ml.HasEdge, Up: forecast.Probability, BaseRate: forecast.BaseRate,
		Move: forecast.MeanAbsoluteMove, Cost: forecast.RoundTripCost,
	}, nil
}
