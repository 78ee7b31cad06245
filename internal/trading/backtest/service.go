// Package backtest shows authors what a change to a bot would have done: it runs bot settings on stored candles with the
// same engine, book, terms and level rules as live bots (package engine), in memory and on a fictitious account.
//
// A backtest is a job (backtest.go, jobs.go). The worker (backtester.go) runs one at a time in each process under a lease
// with a fence, and writes trades as it goes (playing.go); a process that takes over from one that died starts from the
// beginning. The results are kept for a while (cleaner.go).
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

// Bots supplies the settings of existing bots.
type Bots interface {
	// EngineSettings are the settings of a bot that the caller can see. It fails with NOT_FOUND.
	EngineSettings(ctx context.Context, caller identity.Caller, id uuid.UUID) (engine.Settings, error)
}

// Options are the dependencies of the service.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Bots     Bots
	Settings trading.Settings
	Exit     engine.ExitRule // the risk monitor's
	// Kept is how long a backtest is kept; zero is 30 days.
	Kept   time.Duration
	Now    func() time.Time
	Logger *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
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

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newBacktester(s), &cleaner{service: s}}
}
