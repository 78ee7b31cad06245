package bots

import (
	"context"
	"errors"
	"time"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/trading/engine"
	"bourse/internal/trading/strategy"
)

// Forecasts are the models that bots of type ml use.
type Forecasts interface {
	// Edges are the forecasts whose model currently has an edge.
	Edges(ctx context.Context) (map[ForecastKey]bool, error)
	// Forecast is the model's forecast after the newest closed candle, given by its opening time. It fails with
	// SERVICE_UNAVAILABLE, MARKET_DATA_STALE or MARKET_CLOSED when there can be no forecast for that candle now, and with
	// another fault when there is no model for it.
	Forecast(ctx context.Context, key ForecastKey, candle time.Time) (strategy.Forecast, error)
}

// ForecastKey names what is forecast: the move of a symbol over a horizon (1h, 4h or 1d).
type ForecastKey struct{ Symbol, Horizon string }

// withForecast adds the forecast of the bot's model to the snapshot of a symbol. It reports not found while the model
// cannot give one yet; where there is no model there is no edge. It adds nothing without any models, or for a bot that
// needs none. It fails as the database does.
func (s *Service) withForecast(ctx context.Context, decides botEngine, seen engine.Snapshot) (_ engine.Snapshot, found bool, err error) {
	if !decides.IsForecasted() || s.forecasts == nil {
		return seen, true, nil
	}
	forecast, err := s.forecasts.Forecast(ctx, ForecastKey{seen.Instrument.Symbol, decides.Horizon()}, seen.Bars[len(seen.Bars)-1].OpenedAt)
	var refusal *fault.Error
	switch {
	case market.NoPriceNow(err), fault.Is(err, fault.ServiceUnavailable):
		return seen, false, nil
	case errors.As(err, &refusal):
		forecast = strategy.Forecast{}
	case err != nil:
		return seen, false, err
	}
	seen.Forecast = &forecast
	return seen, true, nil
}
