// Package engine is a bot at work: it decides on closed candles (engine.go) and carries out in a book what was decided
// (trader.go). It knows neither a clock nor a database, so a bot of now, its track record and a backtest decide and trade
// alike, to the last decimal.
//
// A rehearsal (rehearsal.go) plays candles of the past to it: minutes where they are stored (past.go). What came of it is
// summed as a bot's performance is (results.go).
package engine

import (
	"errors"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/strategy"
)

// Engine makes signals of a bot's candles.
type Engine struct {
	settings Settings
	strategy strategy.Strategy
	horizon  string // of the forecasts that the strategy stands on; empty when it needs none
}

// New fails with VALIDATION_ERROR (strategyType, parameters, timeframe) when there is no such strategy, or no
// forecast for it.
func New(settings Settings) (Engine, error) {
	decides, err := strategy.New(settings.StrategyType, settings.Parameters)
	made := Engine{settings: settings, strategy: decides}
	if forecasted, ok := decides.(strategy.Forecasted); ok {
		made.horizon, err = horizonOf(settings.Timeframe, forecasted.Horizon())
	}
	return made, parameterFault(err)
}

// parameterFault turns what a strategy refuses into the client's words.
func parameterFault(err error) error {
	var refused *strategy.ParameterError
	if !errors.As(err, &refused) {
		return err
	}
	if refused.Parameter == "strategyType" {
		return fault.Invalid("strategyType", "%s", refused.Reason)
	}
	return fault.Invalid("parameters", "%s", refused)
}

// horizonOf is the horizon of so many bars. It fails with VALIDATION_ERROR (timeframe, parameters) when models have none
// like it.
func horizonOf(timeframe market.Interval, bars int) (string, error) {
	switch {
	case timeframe == market.Hour && bars == 1:
		return "1h", nil
	case timeframe == market.Hour && bars == 4:
		return "4h", nil
	case timeframe == market.Day && bars == 1:
		return "1d", nil
	case timeframe == market.Day:
		return "", fault.Invalid("parameters", "horizon must be 1 with a timeframe of 1d")
	}
	return "", fault.Invalid("timeframe", "must be 1h or 1d for a bot of type ml")
}

// Warmup is how many bars a decision looks at.
func (e Engine) Warmup() int { return e.strategy.Warmup() }

// Horizon is that of the forecasts which the bot decides on (1h, 4h or 1d); empty when it needs none.
func (e Engine) Horizon() string { return e.horizon }

// IsForecasted reports whether the bot decides on forecasts.
func (e Engine) IsForecasted() bool { return e.horizon != "" }

// Snapshot is the market of one symbol after a candle has closed.
type Snapshot struct {
	Instrument market.Instrument
	Bars       []strategy.Bar
	Forecast   *strategy.Forecast // what the bot's model says; nil when nobody was asked
}

// decision is what the strategy makes of the market.
func (e Engine) decision(seen Snapshot, holding strategy.Side) strategy.Decision {
	if forecasted, ok := e.strategy.(strategy.Forecasted); ok && seen.Forecast != nil {
		return forecasted.DecideWith(seen.Bars, holding, *seen.Forecast)
	}
	return e.strategy.Decide(seen.Bars, holding)
}

// Decide says what the bot does after the last of the bars has closed, given what it holds of the
// instrument; nil is nothing. A paused bot enters nothing. The signal is neither numbered nor dated.
func (e Engine) Decide(seen Snapshot, holding strategy.Side) *trading.Signal {
	decision, instrument := e.decision(seen, holding), seen.Instrument
	if decision.Action == strategy.Hold {
		return nil
	}
	last := seen.Bars[len(seen.Bars)-1]
	signal := &trading.Signal{
		TenantID: e.settings.TenantID, BotID: e.settings.BotID, BotName: e.settings.BotName, Symbol: instrument.Symbol, Type: trading.SignalType(decision.Action),
		Confidence: trading.Confidence(decision.Confidence), RiskLevel: e.settings.RiskLevel, Reason: decision.Reason, CandleAt: last.OpenedAt,
	}
	if signal.Type.IsEntry() && e.settings.IsPaused {
		return nil
	}
	for _, price := range []struct {
		target *money.Decimal
		value  float64
	}{{&signal.Price, last.Close}, {&signal.StopLoss, decision.Stop}, {&signal.TargetPrice, decision.Target}} {
		var err error
		if *price.target, err = toTick(price.value, instrument.TickSize); err != nil {
			return nil // beyond what a price can be
		}
	}
	if signal.Type.IsEntry() && (signal.StopLoss.IsZero() || signal.TargetPrice.IsZero()) || trading.CheckSignal(signal) != nil {
		return nil // the instrument's ticks are too coarse for the move
	}
	return signal
}

// toTick rounds a price to the nearest multiple of the tick size. It fails when the price is too large.
func toTick(price float64, tick money.Decimal) (rounded money.Decimal, err error) {
	defer money.Catch(&err)
	exact, err := money.FromFloat(price)
	if err != nil {
		return money.Zero, err
	}
	below := exact.FloorTo(tick)
	if rest := exact.Sub(below); !rest.LessThan(tick.Sub(rest)) && !rest.IsZero() {
		return below.Add(tick), nil
	}
	return below, nil
}

// Stamp numbers and dates a signal.
func Stamp(signal *trading.Signal, at time.Time, timeframe market.Interval) {
	signal.ID, signal.CreatedAt, signal.ExpiresAt = database.NewIDAt(at), at, at.Add(signalLife(timeframe))
}

// signalLife is how long a signal can be executed.
func signalLife(timeframe market.Interval) time.Duration {
	return min(max(15*time.Minute, 2*timeframe.Duration()), 24*time.Hour)
}

// HoldingOf is what a bot holds of a symbol. A strategy enters only when nothing is held, so it is one side.
func HoldingOf(positions []*trading.Position, symbol string) strategy.Side {
	for _, position := range positions {
		if position.Symbol == symbol && position.Status == trading.Open {
			if position.Side == trading.Buy {
				return strategy.Long
			}
			return strategy.Short
		}
	}
	return strategy.Flat
}

// BarsOf are candles as strategies see them.
func BarsOf(candles []market.Candle) []strategy.Bar {
	bars := make([]strategy.Bar, len(candles))
	for i, c := range candles {
		bars[i] = barOf(c)
	}
	return bars
}

func barOf(c market.Candle) strategy.Bar {
	return strategy.Bar{
		OpenedAt: c.OpenedAt, Open: c.Open.Float64(), High: c.High.Float64(), Low: c.Low.Float64(),
		Close: c.Close.Float64(), Volume: c.Volume.Float64(),
	}
}
