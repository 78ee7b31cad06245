// Package live brings the orders of connected accounts to their exchange and what the exchange did with them back into
// the books, once.
//
// An order is written down in the transaction that places it, and sent later by a worker. Before each sending the worker
// writes that it is about to, with the time that the request will carry. From there on the order may be at the exchange,
// whatever happens: a crash, a lost answer, an answer that nobody understands. It is sent again only after the exchange
// has said that it does not know the order, at a time when the request that may be on its way would no longer be taken. So
// it is never there twice, and what is there is found by our own name of it.
//
// Fills are read from the exchange and booked by their names, so that reading them again changes nothing. Without the
// owner's consent nothing leaves: it is asked for when the order is placed and again in the transaction before it is sent.
package live

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/market/venue"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// Connections are the accounts that users have at exchanges.
type Connections interface {
	// TradingConnection is the connection of a trading account, which is held: it locks nothing else. It fails with
	// ACCOUNT_NOT_ACTIVE unless the account is connected and its owner lets it trade.
	TradingConnection(ctx context.Context, tx *database.Tx, account uuid.UUID) (connection uuid.UUID, err error)
	// Exchange is the exchange with the credentials of a connection, whether it may trade now or not: what was sent must be
	// followed and can be taken back. It fails with NOT_FOUND when the credentials are gone.
	Exchange(ctx context.Context, connection uuid.UUID) (Exchange, error)
}

// Exchange is one account at an exchange. Whatever goes wrong is a *venue.Problem.
type Exchange interface {
	// Time is what the exchange's clock shows, as far as is known. FreshTime asks it.
	Time(ctx context.Context) (time.Time, error)
	FreshTime(ctx context.Context) (time.Time, error)
	// Rules are what orders of a symbol must be like.
	Rules(ctx context.Context, symbol string) (venue.Rules, error)
	// Place sends an order as of a time by the exchange's clock, from which on it is taken for venue.Window. After venue.Unknown
	// the exchange may have it all the same.
	Place(ctx context.Context, ticket venue.Ticket, at time.Time) (venue.Report, error)
	// Find asks for an order. It fails with venue.Missing when there is none, or none yet.
	Find(ctx context.Context, reference venue.Reference) (venue.Report, error)
	// Cancel takes an order off the exchange. It fails with venue.Missing when it is not open there, or not any more.
	Cancel(ctx context.Context, reference venue.Reference) (venue.Report, error)
	// Fills are all trades of an order, the oldest first. An order without one has none, which is no failure.
	Fills(ctx context.Context, symbol, orderID string) ([]venue.Fill, error)
	// PriceAt is what an asset was worth in another one at a moment.
	PriceAt(ctx context.Context, asset, quote string, at time.Time) (money.Decimal, error)
}

// Options are what the service needs.
type Options struct {
	Trading     *trading.Service
	Connections Connections
	Database    *database.DB
	Market      *market.Market
	Now         func() time.Time
	Logger      *slog.Logger
}

// Service is the exchange as trading knows it: a trading.Venue. It is safe for concurrent use.
type Service struct {
	trading     *trading.Service
	connections Connections
	db          *database.DB
	market      *market.Market
	now         func() time.Time
	logger      *slog.Logger
}

// New makes the service and has trading hand the orders of connected accounts over to it.
func New(options Options) *Service {
	s := &Service{
		trading: options.Trading, connections: options.Connections, db: options.Database, market: options.Market,
		now: options.Now, logger: options.Logger,
	}
	options.Trading.HandOverTo(s)
	return s
}

// Workers are the jobs of this room. Any number of processes may run them.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{newCarrier(s)} }
