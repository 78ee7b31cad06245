// Package bots runs strategies that trade by themselves.
//
// A bot is a strategy with parameters, symbols and a timeframe, and a paper account of its own (bot.go, authoring.go); the
// house's own bots are in house_bots.go. The runner (runner.go) gives every bot its turn when a candle has closed: the
// engine decides (package engine), and in one transaction the bot trades on its account and publishes the signal (turn.go).
// Its performance is that of the account: closings are counted in the transaction that closes (performance.go), days when
// they are over, and open positions are valued every minute (figures.go). A bot whose prices stay away is halted, and
// resumed when they return (comeback.go). A bot of type ml decides on forecasts of models (forecasts.go), and is halted
// while none of its models has an edge (edges.go). A track record is made by the same engine on past candles
// (track_record.go).
package bots

import (
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
	"bourse/internal/worker"
)

// Options are the dependencies of the service.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Settings trading.Settings
	// Forecasts are the models for bots of type ml; nil is none, and such a bot holds.
	Forecasts Forecasts
	Exit      engine.ExitRule // closes positions in track records as the risk monitor closes live ones
	Now       func() time.Time
	Logger    *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	trading   *trading.Service
	db        *database.DB
	market    *market.Market
	settings  trading.Settings
	forecasts Forecasts
	exit      engine.ExitRule
	now       func() time.Time
	logger    *slog.Logger
}

// New makes the service. The caller must connect CountClosings and CountDays to trading.
func New(options Options) *Service {
	return &Service{
		trading: options.Trading, db: options.Database, market: options.Market, settings: options.Settings, exit: options.Exit, forecasts: options.Forecasts,
		now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{s.botRunner(), &botFigures{s}}
}
