// Package engine runs a bot: it decides on closed candles (engine.go) and executes the decisions in a book (trader.go). It
// uses no clock and no database, so a live bot, its track record and a backtest decide and trade identically, to the last
// decimal.
//
// A rehearsal (rehearsal.go) runs it on past candles: on minutes where they are stored (past.go). The results are summed
// like a bot's performance (results.go).
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

// Engine turns a bot's candles into signals.
type Engine struct {
	settings Settings
	strategy strategy.Strategy
	horizon  string // of the forecasts that the strategy uses; empty when it needs none
}

// New fails with VALIDATION_ERROR (strategyType, parameters, timeframe) when there is no such strategy, or no forecast for
// it.
func New(settings Settings) (Engine, error) {
	decides, err := strategy.New(settings.StrategyType, settings.Parameters)
	made := Engine{settings: settings, strategy: decides}
	if forecasted, ok := decides.(strategy.Forecasted); ok {
		made.horizon, err = horizonOf(settings.Timeframe, forecasted.Horizon())
	}
	return made, parameterFault(err)
}

// parameterFault turns a strategy's refusal into an error for the client.
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

// horizonOf is the horizon of so many bars. It fails with VALIDATION_ERROR (timeframe, parameters) when no models have it.
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

// Horizon is the horizon of the bot's forecasts (1h, 4h or 1d); empty when it needs none.
func (e Engine) Horizon() string { return e.horizon }

// IsForecasted reports whether the bot decides on forecasts.
func (e Engine) IsForecasted() bool { return e.horizon != "" }

// Snapshot is the market of one symbol after a candle has closed.
type Snapshot struct {
	Instrument market.Instrument
	Bars       []strategy.Bar
	Forecast   *strategy.Forecast // of the bot's model; nil when none was requested
}

// decision is the strategy's decision for the market.
func (e Engine) decision(seen Snapshot, holding strategy.Side) strategy.Decision {
	if forecasted, ok := e.strategy.(strategy.Forecasted); ok && seen.Forecast != nil {
		return forecasted.DecideWith(seen.Bars, holding, *seen.Forecast)
	}
	return e.strategy.Decide(seen.Bars, holding)
}

// Decide says what the bot does after the last of the bars has closed, given which side of the instrument it holds, if any.
// A paused bot enters nothing. The signal has no id and no time yet. It is nil when there is nothing to do.
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
			return nil // beyond the range of prices
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

// Stamp gives a signal its id and its times.
func Stamp(signal *trading.Signal, at time.Time, timeframe market.Interval) {
	signal.ID, signal.CreatedAt, signal.ExpiresAt = database.NewIDAt(at), at, at.Add(signalLife(timeframe))
}

// signalLife is how long a signal can be executed.
func signalLife(timeframe market.Interval) time.Duration {
	return min(max(15*time.Minute, 2*timeframe.Duration()), 24*time.Hour)
}

// HoldingOf is the side of a symbol that a bot holds. A strategy enters only when nothing is held, so it is one side.
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

// BarsOf converts candles to the bars of strategies.
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
