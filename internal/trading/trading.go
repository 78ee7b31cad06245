// Package trading manages trading accounts (paper, investment, bot and connected ones), signals, orders, executions,
// positions and their history.
//
// An analyst or a bot publishes a signal. A user executes it and gets a position: bought or sold at the market with spread,
// slippage and fee, its margin set aside. Each closing fill is a trade in the history.
//
// All money is in the ledger. A transaction that moves an account's money first locks the account's row (account_store.go),
// several rows in the order of their ids, collects the changes in a book (book.go) and writes them with few statements,
// whether for one position or hundreds. So any two of execute, close, stop and copy may happen at the same instant, with
// the same result as if one had come first.
//
// The features on top of the book have their own packages, which import this one but not each other: bots trade by
// themselves, copying brings their signals to their followers, risk closes positions and fills orders at their levels, live
// carries orders of connected accounts to their exchange, stream sends changes to open connections, alerts notifies users,
// backtest runs bots on the past. They are attached to the book through the hooks of settled.go.
package trading

import (
	"context"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// Publisher publishes events to other systems, inside the transaction that makes them true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
	PublishToAll(ctx context.Context, tx *database.Tx, eventType string, data any) error
}

// Settings are the terms of trading.
type Settings struct {
	PaperCapital money.Decimal // starting capital of a new user's paper account
	BotCapital   money.Decimal // starting capital of a new bot's account
	FeeBP        money.Decimal // of the notional, at each fill
	SlippageBP   money.Decimal // of the mark, against the trader
	// MaxPositionPercent of the equity is the largest notional of a position whose quantity nobody has named.
	MaxPositionPercent money.Decimal
}

// DefaultSettings are the settings of an installation that sets none: 100 000 USD, 10 basis points of fee, 5 of slippage,
// positions of at most a tenth of the equity.
func DefaultSettings() Settings {
	return Settings{
		PaperCapital: money.FromInt(100_000), BotCapital: money.FromInt(100_000),
		FeeBP: money.FromInt(10), SlippageBP: money.FromInt(5), MaxPositionPercent: money.FromInt(10),
	}
}

// Options are the dependencies of the service.
type Options struct {
	Database *database.DB
	Market   *market.Market
	Ledger   *ledger.Ledger
	Events   Publisher
	Settings Settings
	Metrics  Metrics // may be nil
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	market   *market.Market
	ledger   *ledger.Ledger
	events   Publisher
	settings Settings
	terms    Terms
	now      func() time.Time
	logger   *slog.Logger
	metrics  Metrics
	joined   joined
}

// New makes the service.
func New(options Options) *Service {
	if options.Metrics == nil {
		options.Metrics = noMetrics{}
	}
	return &Service{
		metrics: options.Metrics,
		db:      options.Database, market: options.Market, ledger: options.Ledger, events: options.Events,
		settings: options.Settings, terms: newTerms(options.Settings), now: options.Now, logger: options.Logger,
	}
}

// Terms are the costs of fills.
func (s *Service) Terms() Terms { return s.terms }

// Currency is the currency of all accounts: every instrument is quoted in it.
const Currency = "USD"

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{s.EquityRecorder()} }
