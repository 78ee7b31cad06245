// Package portfolio shows everything a user has as a whole: its value, its composition, its history, its goals, and
// the trades that would bring it to its targets.
//
// A portfolio holds no money. It is a view of accounts, here and at other brokers, which belong to other features and
// are reached through Accounts: the primary portfolio covers all accounts of its user and exists from the first read;
// others cover the accounts that they were made over. Stored here is only what the user has chosen: a name, a risk
// profile, targets and goals.
//
// The rules are pure functions over what Accounts returns: the shares of the assets (percent.go), the daily series
// (performance.go), the projection of a goal (projection.go) and the plan of trades (plan.go).
//
// A goal that was once reached stays achieved, whatever the market does next. Whoever notices first, a reader or the
// goal-watcher, stores that, and the same write publishes the event: so it is published once, however many look at
// the same time.
package portfolio

import (
	"context"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Options are the dependencies of the service.
type Options struct {
	Database *database.DB
	Accounts Accounts
	Market   *market.Market // provides the assets and their prices
	Events   Publisher
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	accounts Accounts
	market   *market.Market
	events   Publisher
	now      func() time.Time
	logger   *slog.Logger
}

// New creates the service.
func New(options Options) *Service {
	return &Service{
		db: options.Database, accounts: options.Accounts, market: options.Market, events: options.Events,
		now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are jobs that need only one process in the installation; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{&goalWatcher{service: s}} }

// today is the current UTC day.
func (s *Service) today() time.Time { return utcDay(s.now().UTC()) }

// utcDay is the start of the UTC day of a date.
func utcDay(date time.Time) time.Time {
	year, month, day := date.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
