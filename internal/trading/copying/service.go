// Package copying lets accounts follow bots.
//
// A user subscribes to a bot with a part of the paper account (subscribe.go); an investment account follows an agent of
// the house with everything it has (agent.go). The copier (copier.go) brings each signal that a bot has published to
// the subscriptions that copy it, some hundred in a transaction, in the order in which the signals of a symbol came.
// Who is locked is left for later and holds up nobody else (left.go). What closings bring is added to the
// subscriptions in the transaction that closes (results.go), and one that has lost what it may lose is stopped
// (copy_stop.go). Bots are known here by their rows and their signals only.
package copying

import (
	"context"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// Options are what the service needs.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Events   trading.Publisher
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	trading *trading.Service
	db      *database.DB
	market  *market.Market
	events  trading.Publisher
	terms   trading.Terms
	now     func() time.Time
	logger  *slog.Logger
	// stopped are told of a subscription that has lost what it may lose, in the transaction that ends it. They are complete
	// before any worker or request runs.
	stopped []func(ctx context.Context, tx *database.Tx, subscription *Subscription) error
}

// OnStopped makes the service tell listeners of each subscription that has lost what it may lose, in the transaction that
// ends it. What a listener fails with undoes the end.
func (s *Service) OnStopped(listeners ...func(ctx context.Context, tx *database.Tx, subscription *Subscription) error) {
	s.stopped = append(s.stopped, listeners...)
}

// New makes the service. Whoever wires it joins AddResults, Following and CopyStops to trading and to the monitor.
func New(options Options) *Service {
	return &Service{
		trading: options.Trading, db: options.Database, market: options.Market, events: options.Events, terms: options.Trading.Terms(),
		now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{s.signalCopier()} }
