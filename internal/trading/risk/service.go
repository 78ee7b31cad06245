// Package risk closes positions that nobody closes by hand: at their stops, targets and liquidations, and those that were
// to be sold while their market was closed. It also fills working orders.
//
// The monitor (monitor.go) keeps every open position in memory (watchlist.go), so a tick costs a few comparisons for each
// position of its symbol and no query. Where a price closes a position is a pure function (levels.go). Each closing is
// decided again under the lock of its account (closing.go), so every process may watch the same positions, and a locked
// account does not hold up the others. What could not be sold waits in a table until its market opens (queue.go). A
// companion runs along and sees what the monitor sees: that is how copying ends subscriptions at their loss limits.
package risk

import (
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// Options are the dependencies of the service.
type Options struct {
	Trading   *trading.Service
	Database  *database.DB
	Market    *market.Market
	Companion func() Companion // makes the companion of a monitor; may be nil
	Now       func() time.Time
	Logger    *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	trading      *trading.Service
	db           *database.DB
	market       *market.Market
	terms        trading.Terms
	newCompanion func() Companion
	now          func() time.Time
	logger       *slog.Logger
}

// New makes the service.
func New(options Options) *Service {
	if options.Companion == nil {
		options.Companion = func() Companion { return alone{} }
	}
	return &Service{
		trading: options.Trading, db: options.Database, market: options.Market, terms: options.Trading.Terms(),
		newCompanion: options.Companion, now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{s.riskMonitor()} }
