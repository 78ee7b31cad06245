// Package bots runs strategies that trade by themselves.
//
// A bot is a strategy with parameters, symbols and a timeframe, and a paper account of its own (bot.go, authoring.go);
// those of the house are in house_bots.go. The runner (runner.go) gives every bot its turn when a candle has closed:
// the engine decides (package engine), and in one transaction the bot trades on its account and publishes the signal
// (turn.go). Its performance is what that account did: closings are counted in the transaction that closes
// (performance.go), days when they are over, and open positions are marked every minute (figures.go). A
// bot whose prices stay away comes to a halt and comes back with them (comeback.go). A bot of type ml decides on what models
// say (forecasts.go), and comes to a halt while none of its models has an edge (edges.go). A track record is the same
// engine on candles of the past (track_record.go).
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

// Options are what the service needs.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Settings trading.Settings
	// Forecasts are what bots of type ml stand on; nil is none, and such a bot holds.
	Forecasts Forecasts
	Exit      engine.ExitRule // closes positions in track records as the risk monitor closes those of now
	Now       func() time.Time
	Logger    *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
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

// New makes the service. Whoever wires it joins CountClosings and CountDays to trading.
func New(options Options) *Service {
	return &Service{
		trading: options.Trading, db: options.Database, market: options.Market, settings: options.Settings, exit: options.Exit, forecasts: options.Forecasts,
		now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{s.botRunner(), &botFigures{s}}
}
