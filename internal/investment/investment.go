// Package investment keeps accounts that follow one of the platform's bots (an "agent") with their owner's money.
//
// An account is opened with capital and waits until its owner is known (KYC): it follows the case of its owner, which is
// kept elsewhere (Cases). Once it is active it follows its agent in proportion; suspended it takes no entries, closed it
// is sold. Its money and its positions are kept by package trading, under the account's id: this package decides what may
// happen to an account, and trading carries it out in the same transaction.
//
// Beside that, a customer can connect an account at another broker (connections.go). What was handed over is
// sealed, a worker asks the broker whether it works (check.go), another reads what the account holds (sync.go), and it is
// erased as soon as nobody needs it.
//
// Performance and analytics measure the daily worth of the accounts with deposits and withdrawals taken out.
package investment

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/secret"
	"bourse/internal/worker"
)

// Broker knows the providers of connections: *broker.Registry in production.
type Broker interface {
	Check(provider broker.Provider, credentials broker.Credentials) error
	Hint(provider broker.Provider, credentials broker.Credentials) string
	Verify(ctx context.Context, provider broker.Provider, credentials broker.Credentials) broker.Outcome
	Read(ctx context.Context, provider broker.Provider, credentials broker.Credentials, lastRead time.Time) (broker.Holdings, broker.Outcome)
	Prices(ctx context.Context, provider broker.Provider, assets []string) (map[string]money.Decimal, broker.Outcome)
	Release(ctx context.Context, provider broker.Provider, credentials broker.Credentials) error
}

// People knows who is in.
type People interface {
	// HoldEntering holds a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are locked out, as
	// whoever has left is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
}

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	// People is asked before something is written that a person begins; nil where nobody leaves.
	People   People
	Accounts TradingAccounts
	Cases    Cases
	Broker   Broker
	Prices   Prices // what connected accounts hold is valued by
	// Events hears of what other systems are told; nil tells nobody.
	Events Publisher
	// Funding is PaperFunding when empty.
	Funding Funding
	Now     func() time.Time
	Logger  *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	ring     *secret.Keyring
	people   People
	accounts TradingAccounts
	cases    Cases
	broker   Broker
	prices   Prices
	events   Publisher
	funds    Funding
	now      func() time.Time
	logger   *slog.Logger

	// hasOpenOrders is joined before any worker or request runs; nil where no orders go to connections.
	hasOpenOrders func(ctx context.Context, tx *database.Tx, connection uuid.UUID) (bool, error)
}

// OpenOrdersFrom makes disconnecting ask whether orders are, or may be, at the exchange of a connection, whose trading
// account is held: without its credentials nobody could take them back.
func (s *Service) OpenOrdersFrom(ask func(ctx context.Context, tx *database.Tx, connection uuid.UUID) (bool, error)) {
	s.hasOpenOrders = ask
}

// New makes the service.
func New(options Options) *Service {
	s := &Service{
		db: options.Database, ring: options.Keyring, people: options.People, accounts: options.Accounts, cases: options.Cases, broker: options.Broker, prices: options.Prices, events: options.Events,
		funds: options.Funding, now: options.Now, logger: options.Logger,
	}
	if s.events == nil {
		s.events = nobody{}
	}
	return s
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newVerifier(s), newSyncer(s), activator{s}}
}

// holdPerson keeps the caller from leaving until the transaction ends, so that nothing is begun by who has just left. It comes
// before everything else that the transaction holds, as it does for whoever erases them. It fails with ACCOUNT_SUSPENDED.
func (s *Service) holdPerson(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	if s.people == nil {
		return nil
	}
	return s.people.HoldEntering(ctx, tx, caller.UserID)
}
