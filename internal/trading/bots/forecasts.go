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

// Forecasts are the models that bots of type ml stand on.
type Forecasts interface {
	// Edges are the forecasts whose model has an edge now.
	Edges(ctx context.Context) (map[ForecastKey]bool, error)
	// Forecast is what the model says after the newest closed candle, which opened at a moment. It fails with
	// SERVICE_UNAVAILABLE, MARKET_DATA_STALE or MARKET_CLOSED when nothing can be said of that candle now, and with
	// another fault when there is no model to say it.
	Forecast(ctx context.Context, key ForecastKey, candle time.Time) (strategy.Forecast, error)
}

// ForecastKey names what is forecast: the move of a symbol over a horizon (1h, 4h or 1d).
type ForecastKey struct{ Symbol, Horizon string }

// withForecast adds to the market of a symbol what the bot's model says about it. It is not found while the model cannot
// say it yet; where there is no model there is no edge. Without any models, and for a bot that needs none, nothing
// is added. It fails as the database does.
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
