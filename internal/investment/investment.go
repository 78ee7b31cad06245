// Package investment manages accounts that follow one of the platform's bots (an "agent") with their owner's money.
//
// An account is opened with capital and waits until its owner is approved (KYC): it follows the case of its owner,
// which is kept elsewhere (Cases). An active account follows its agent proportionally; a suspended one takes no
// entries, and a closed one is sold. Its money and positions are kept by package trading, under the account's id:
// this package decides what may happen to an account, and trading carries it out in the same transaction.
//
// A customer can also connect an account at another broker (connections.go). The credentials are encrypted, a worker
// asks the broker whether they work (check.go), another reads what the account holds (sync.go), and they are erased
// as soon as nothing needs them.
//
// Performance and analytics measure the daily value of the accounts without deposits and withdrawals.
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

// Broker verifies and reads connections: *broker.Registry in production.
type Broker interface {
	Check(provider broker.Provider, credentials broker.Credentials) error
	Hint(provider broker.Provider, credentials broker.Credentials) string
	Verify(ctx context.Context, provider broker.Provider, credentials broker.Credentials) broker.Outcome
	Read(ctx context.Context, provider broker.Provider, credentials broker.Credentials, lastRead time.Time) (broker.Holdings, broker.Outcome)
	Prices(ctx context.Context, provider broker.Provider, assets []string) (map[string]money.Decimal, broker.Outcome)
	Release(ctx context.Context, provider broker.Provider, credentials broker.Credentials) error
}

// People knows which users may act.
type People interface {
	// HoldEntering locks a user's row until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are
	// suspended, as a deleted user is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
}

// Options are the dependencies of a Service.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	// People is asked before writing anything that a user begins; nil if users are never deleted.
	People   People
	Accounts TradingAccounts
	Cases    Cases
	Broker   Broker
	Prices   Prices // values the holdings of connected accounts
	// Events publishes to other systems; nil publishes nothing.
	Events Publisher
	// Funding is PaperFunding when empty.
	Funding Funding
	Now     func() time.Time
	Logger  *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
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

	// hasOpenOrders is set before any worker or request runs; nil where no orders go to connections.
	hasOpenOrders func(ctx context.Context, tx *database.Tx, connection uuid.UUID) (bool, error)
}

// OpenOrdersFrom makes disconnecting ask whether a connection, whose trading account is locked, has or may have
// orders at its exchange: without its credentials nobody could cancel them.
func (s *Service) OpenOrdersFrom(ask func(ctx context.Context, tx *database.Tx, connection uuid.UUID) (bool, error)) {
	s.hasOpenOrders = ask
}

// New creates the service.
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

// SharedWorkers are jobs that need only one process in the installation; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{newVerifier(s), newSyncer(s), activator{s}}
}

// holdPerson keeps the caller from being deleted until the transaction ends, so that a deleted user can begin
// nothing. It is the first lock that the transaction takes, as it is when users are erased. It fails with
// ACCOUNT_SUSPENDED.
func (s *Service) holdPerson(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	if s.people == nil {
		return nil
	}
	return s.people.HoldEntering(ctx, tx, caller.UserID)
}
