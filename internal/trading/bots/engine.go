package bots

import (
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/strategy"
)

// engine makes signals of a bot's candles. It knows neither a clock nor a database, so the runner and the
// track record decide alike.
type engine struct {
	bot      *Bot
	strategy strategy.Strategy
	horizon  string // of the forecasts that the strategy stands on; empty when it needs none
}

// newEngine fails with VALIDATION_ERROR (strategyType, parameters, timeframe) when there is no such strategy, or no
// forecast for it.
func newEngine(bot *Bot) (engine, error) {
	decides, err := strategy.New(bot.StrategyType, bot.Parameters)
	made := engine{bot: bot, strategy: decides}
	if forecasted, ok := decides.(strategy.Forecasted); ok {
		made.horizon, err = horizonOf(bot.Timeframe, forecasted.Horizon())
	}
	return made, parameterFault(err)
}

// isForecasted reports whether the bot decides on forecasts.
func (e engine) isForecasted() bool { return e.horizon != "" }

// decision is what the strategy makes of the market.
func (e engine) decision(seen snapshot, holding strategy.Side) strategy.Decision {
	if forecasted, ok := e.strategy.(strategy.Forecasted); ok && seen.forecast != nil {
		return forecasted.DecideWith(seen.bars, holding, *seen.forecast)
	}
	return e.strategy.Decide(seen.bars, holding)
}

// decide says what the bot does after the last of the bars has closed, given what it holds of the
// instrument; nil is nothing. A paused bot enters nothing. The signal is neither numbered nor dated.
func (e engine) decide(seen snapshot, holding strategy.Side) *trading.Signal {
	decision, instrument := e.decision(seen, holding), seen.instrument
	if decision.Action == strategy.Hold {
		return nil
	}
	last := seen.bars[len(seen.bars)-1]
	signal := &trading.Signal{
		TenantID: e.bot.TenantID, BotID: e.bot.ID, Symbol: instrument.Symbol, Type: trading.SignalType(decision.Action), Confidence: trading.Confidence(decision.Confidence),
		RiskLevel: e.bot.RiskLevel, Reason: decision.Reason, CandleAt: last.OpenedAt,
	}
	if signal.Type.IsEntry() && e.bot.Status == BotPaused {
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

// stamp numbers and dates a signal.
func stamp(signal *trading.Signal, at time.Time, timeframe market.Interval) {
	signal.ID, signal.CreatedAt, signal.ExpiresAt = database.NewIDAt(at), at, at.Add(signalLife(timeframe))
}

// signalLife is how long a signal can be executed.
func signalLife(timeframe market.Interval) time.Duration {
	return min(max(15*time.Minute, 2*timeframe.Duration()), 24*time.Hour)
}

// holdingOf is what a bot holds of a symbol. A strategy enters only when nothing is held, so it is one side.
func holdingOf(positions []*trading.Position, symbol string) strategy.Side {
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

// barsOf are candles as strategies see them.
func barsOf(candles []market.Candle) []strategy.Bar {
	bars := make([]strategy.Bar, len(candles))
	for i, c := range candles {
		bars[i] = strategy.Bar{
			OpenedAt: c.OpenedAt, Open: c.Open.Float64(), High: c.High.Float64(), Low: c.Low.Float64(),
			Close: c.Close.Float64(), Volume: c.Volume.Float64(),
		}
	}
	return bars
}

// botTrader is a bot at work on its account: the book, the account and the open positions change together.
type botTrader struct {
	book      *trading.Book
	bot       *Bot
	account   *trading.Account
	positions []*trading.Position
}

// carryOut does on the bot's own account what its signal proposes, and writes into the signal in which
// proportion. worth is what the account is worth before. It fails as Book.Open, Terms.Size and Signal.Enterable do.
func (t *botTrader) carryOut(signal *trading.Signal, instrument market.Instrument, quote market.Quote, worth money.Decimal) error {
	side := signal.Type.Side()
	if !signal.Type.IsEntry() {
		price := t.book.Terms().Price(quote, side.Opposite())
		for _, position := range t.positions {
			if position.Symbol == signal.Symbol && position.Side == side && position.Status == trading.Open {
				if _, err := t.book.Close(t.account, position, price, position.Quantity, trading.ExitSignal); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := signal.Enterable(quote); err != nil {
		return err
	}
	price := t.book.Terms().Price(quote, side)
	quantity, err := t.book.Terms().Size(trading.Sizing{
		Level: t.bot.RiskLevel, Equity: worth, Cash: t.account.Cash, Price: price, Stop: signal.StopLoss, Instrument: instrument,
	})
	if err != nil {
		return err
	}
	if signal.Proportion, err = trading.ProportionOf(quantity, worth); err != nil {
		return err
	}
	position, err := t.book.Open(t.account, trading.Entry{
		SignalID: signal.ID, BotID: t.bot.ID, Symbol: signal.Symbol, Side: side, Quantity: quantity,
		Stop: signal.StopLoss, Target: signal.TargetPrice,
	}, price)
	if err != nil {
		return err
	}
	t.positions = append(t.positions, position)
	return nil
}

// claimsOf are the executions of a bot's own signals.
func claimsOf(account *trading.Account, signals []*trading.Signal) []trading.ExecutionClaim {
	claims := make([]trading.ExecutionClaim, len(signals))
	for i, signal := range signals {
		claims[i] = trading.ExecutionClaim{Owner: account.Owner(), Signal: signal.ID, Account: account.ID}
	}
	return claims
}
