// Package portfolio looks at all that a user has as one thing: what it is worth, what it is made of, how it
// came about, what it is meant to become, and what to trade so that it does.
//
// A portfolio holds no money. It is a view of accounts, here and at other brokers, which belong to other features and are
// reached through Accounts: the primary portfolio sees all accounts of its user and is there from the first
// look on; others see the accounts they were made over. What is stored here is only what the user has said:
// a name, a risk profile, targets and goals.
//
// The rules are pure functions over what Accounts tells: the shares of the assets (percent.go), the series
// of days (performance.go), the projection of a goal (projection.go) and the plan of trades (plan.go).
//
// A goal that was reached once is achieved for good, whatever the market does next. Whoever notices first,
// a reader or the goal-watcher, writes that down, and the write that does so publishes the event: so it is
// published once however many look at the same time.
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

// Options are what the service needs.
type Options struct {
	Database *database.DB
	Accounts Accounts
	Market   *market.Market // which assets there are, and what they cost
	Events   Publisher
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	accounts Accounts
	market   *market.Market
	events   Publisher
	now      func() time.Time
	logger   *slog.Logger
}

// New makes the service.
func New(options Options) *Service {
	return &Service{
		db: options.Database, accounts: options.Accounts, market: options.Market, events: options.Events,
		now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{&goalWatcher{service: s}} }

// today is the UTC day of now.
func (s *Service) today() time.Time { return utcDay(s.now().UTC()) }

// utcDay is the beginning of the UTC day that a date names.
func utcDay(date time.Time) time.Time {
	year, month, day := date.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
