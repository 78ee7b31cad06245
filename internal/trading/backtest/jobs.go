package backtest

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

const (
	// mostWaiting is how many backtests of a user may be queued or running.
	mostWaiting = 3
	// longestSpan is the longest span of time that a backtest may cover.
	longestSpan = 5 * 366 * 24 * time.Hour
)

// smallestCapital and largestCapital are the limits of a backtest's initial capital.
var smallestCapital, largestCapital = money.FromInt(100), money.FromInt(1_000_000_000)

// NewBacktest is a request for a backtest. Settings given here replace the bot's; without a bot the timeframe defaults to
// five minutes. A zero To is now, a nil capital that of a new bot.
type NewBacktest struct {
	BotID        uuid.UUID // nil is none
	StrategyType string
	Parameters   map[string]float64
	Symbols      []string
	Timeframe    market.Interval
	RiskLevel    trading.RiskLevel
	From, To     time.Time
	Capital      *money.Decimal
}

// Create queues a backtest. It is for analysts (FORBIDDEN) and fails with NOT_FOUND for a bot that the caller cannot see,
// with VALIDATION_ERROR (strategyType, parameters, symbols, timeframe, riskLevel, from, capital), and with CONFLICT while
// three of the caller's are queued or running.
func (s *Service) Create(ctx context.Context, caller identity.Caller, wanted NewBacktest) (*Backtest, error) {
	if err := caller.Require(identity.RoleAnalyst); err != nil {
		return nil, err
	}
	settings, err := s.settingsOf(ctx, caller, wanted)
	if err != nil {
		return nil, err
	}
	b := &Backtest{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, Settings: settings, From: wanted.From, To: wanted.To,
		Capital: s.settings.BotCapital, Status: Queued, CreatedAt: s.now(),
	}
	if wanted.Capital != nil {
		b.Capital = *wanted.Capital
	}
	if err := b.align(s.now()); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		queued, err := insertBacktest(ctx, tx, b)
		if err != nil {
			return err
		}
		if !queued {
			return fault.New(fault.Conflict, "%d of your backtests are waiting or running already: wait for one or cancel one", mostWaiting)
		}
		tx.Notify(queuedTopic, b.ID.String())
		return nil
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// settingsOf are the bot's settings, with those of the request in their place. It fails with NOT_FOUND and
// VALIDATION_ERROR.
func (s *Service) settingsOf(ctx context.Context, caller identity.Caller, wanted NewBacktest) (settings engine.Settings, err error) {
	settings.Timeframe = market.FiveMinutes
	if wanted.BotID != uuid.Nil {
		if settings, err = s.bots.EngineSettings(ctx, caller, wanted.BotID); err != nil {
			return settings, err
		}
	}
	settings.TenantID, settings.IsPaused = caller.TenantID, false
	if wanted.StrategyType != "" && wanted.StrategyType != settings.StrategyType {
		settings.StrategyType, settings.Parameters = wanted.StrategyType, nil // the bot's parameters belong to another strategy
	}
	if wanted.Parameters != nil {
		settings.Parameters = wanted.Parameters
	}
	if wanted.Symbols != nil {
		settings.Symbols = wanted.Symbols
	}
	if wanted.Timeframe != 0 {
		settings.Timeframe = wanted.Timeframe
	}
	if wanted.RiskLevel != "" {
		settings.RiskLevel = wanted.RiskLevel
	}
	if err := settings.Check(s.market); err != nil {
		return settings, err
	}
	if decides, err := engine.New(settings); err == nil && decides.IsForecasted() {
		return settings, fault.Invalid("strategyType",
			"%s cannot be tested on the past: its models have learned from these candles, so what they say of them proves nothing", settings.StrategyType)
	}
	return settings, nil
}

// align rounds the span to whole, completed candles. It fails with VALIDATION_ERROR (from, capital).
func (b *Backtest) align(now time.Time) error {
	if b.To.IsZero() || b.To.After(now) {
		b.To = now
	}
	b.From, b.To = b.Settings.Timeframe.Start(b.From), b.Settings.Timeframe.Start(b.To)
	switch {
	case !b.From.Before(b.To):
		return fault.Invalid("from", "must be at least one candle before to, which is now at the latest")
	case b.To.Sub(b.From) > longestSpan:
		return fault.Invalid("from", "must be at most five years before to")
	case b.Capital.LessThan(smallestCapital) || b.Capital.GreaterThan(largestCapital):
		return fault.Invalid("capital", "must be between %s and %s", smallestCapital, largestCapital)
	}
	return nil
}

// Filter narrows a list of backtests; zero values match all.
type Filter struct {
	Status Status
	BotID  uuid.UUID
}

// Backtests lists the caller's backtests, newest first, with their total number. It is for analysts (FORBIDDEN).
func (s *Service) Backtests(ctx context.Context, caller identity.Caller, filter Filter, page database.Page) ([]*Backtest, int, error) {
	if err := caller.Require(identity.RoleAnalyst); err != nil {
		return nil, 0, err
	}
	return listBacktests(ctx, s.db, caller.UserID, filter, page)
}

// Backtest reads a backtest of the caller with its equity: a point at the beginning, one at the end of each UTC day, and
// one at the end. There are none until it is done. It is for analysts (FORBIDDEN); another user's is NOT_FOUND.
func (s *Service) Backtest(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Backtest, []Point, error) {
	if err := caller.Require(identity.RoleAnalyst); err != nil {
		return nil, nil, err
	}
	return readBacktest(ctx, s.db, caller.UserID, id)
}

// Trades lists a backtest's trades, newest first, with their total number; while it runs, those so far. It is for analysts
// (FORBIDDEN); another user's is NOT_FOUND.
func (s *Service) Trades(ctx context.Context, caller identity.Caller, id uuid.UUID, page database.Page) ([]Trade, int, error) {
	if err := caller.Require(identity.RoleAnalyst); err != nil {
		return nil, 0, err
	}
	b, _, err := readBacktest(ctx, s.db, caller.UserID, id)
	if err != nil {
		return nil, 0, err
	}
	trades, err := listTrades(ctx, s.db, b.ID, b.Trades-page.Offset(), page.Limit)
	return trades, b.Trades, err
}

// Cancel ends a queued or running backtest. It is for analysts (FORBIDDEN) and fails with NOT_FOUND, also for another
// user's, and with INVALID_TRANSITION when it is over.
func (s *Service) Cancel(ctx context.Context, caller identity.Caller, id uuid.UUID) (b *Backtest, err error) {
	if err := caller.Require(identity.RoleAnalyst); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if b, err = lockBacktest(ctx, tx, caller.UserID, id); err != nil {
			return err
		}
		if err := b.cancel(s.now()); err != nil {
			return err
		}
		tx.Notify(cancelledTopic, b.ID.String())
		return backtestTable.Update(ctx, tx, b, "status", "finished_at")
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}
