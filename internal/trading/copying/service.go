// Package copying lets accounts follow bots.
//
// A user subscribes to a bot with a part of the paper account (subscribe.go); an investment account follows an agent of the
// house with all its money (agent.go). The copier (copier.go) copies each signal that a bot has published to the
// subscriptions that copy it, some hundred per transaction, in the order of a symbol's signals. A locked account is left
// for later and holds up no others (left.go). The results of closings are added to the subscriptions in the transaction
// that closes (results.go), and a subscription that has reached its loss limit is stopped (copy_stop.go). Here bots are
// known only by their rows and their signals.
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

// Options are the dependencies of the service.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Events   trading.Publisher
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	trading *trading.Service
	db      *database.DB
	market  *market.Market
	events  trading.Publisher
	terms   trading.Terms
	now     func() time.Time
	logger  *slog.Logger
	// stopped are called for a subscription that has reached its loss limit, in the transaction that ends it. They are
	// complete before any worker or request runs.
	stopped []func(ctx context.Context, tx *database.Tx, subscription *Subscription) error
}

// OnStopped makes the service call listeners for each subscription that has reached its loss limit, in the transaction that
// ends it. A listener's error rolls that back.
func (s *Service) OnStopped(listeners ...func(ctx context.Context, tx *database.Tx, subscription *Subscription) error) {
	s.stopped = append(s.stopped, listeners...)
}

// New makes the service. The caller must connect AddResults, Following and CopyStops to trading and to the monitor.
func New(options Options) *Service {
	return &Service{
		trading: options.Trading, db: options.Database, market: options.Market, events: options.Events, terms: options.Trading.Terms(),
		now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{s.signalCopier()} }
