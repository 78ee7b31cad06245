// Package backtest shows authors what a change of a bot would have done: settings of a bot are played on stored candles,
// by the engine, the book, the terms and the level rules of bots that run (package engine), in memory and on an account
// that does not exist.
//
// A backtest is a job (backtest.go, jobs.go). The worker (backtester.go) plays one at a time in each process under a lease
// with a fence, and writes trades as it goes (playing.go); whoever takes over from a process that died begins anew. What came
// of it is kept for a while (cleaner.go).
package backtest

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
	"bourse/internal/worker"
)

// Bots are where settings come from that somebody wants to change.
type Bots interface {
	// EngineSettings are those of a bot that the caller sees. It fails with NOT_FOUND.
	EngineSettings(ctx context.Context, caller identity.Caller, id uuid.UUID) (engine.Settings, error)
}

// Options are what the service needs.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Bots     Bots
	Settings trading.Settings
	Exit     engine.ExitRule // the one of the risk monitor
	// Kept is how long a backtest can be looked at; zero is 30 days.
	Kept   time.Duration
	Now    func() time.Time
	Logger *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	trading  *trading.Service
	db       *database.DB
	market   *market.Market
	bots     Bots
	settings trading.Settings
	exit     engine.ExitRule
	kept     time.Duration
	now      func() time.Time
	logger   *slog.Logger
}

// New makes the service.
func New(options Options) *Service {
	if options.Kept == 0 {
		options.Kept = 30 * 24 * time.Hour
	}
	return &Service{
		trading: options.Trading, db: options.Database, market: options.Market, bots: options.Bots, settings: options.Settings,
		exit: options.Exit, kept: options.Kept, now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newBacktester(s), &cleaner{service: s}}
}
