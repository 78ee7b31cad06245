// Package live sends the orders of connected accounts to their exchange and books the results, exactly once.
//
// An order is written in the transaction that places it, and sent later by a worker. Before each sending the worker records
// that it is about to send, with the time that the request will carry. From then on the order may be at the exchange,
// whatever happens: a crash, a lost answer, an unintelligible answer. It is sent again only after the exchange has said
// that it does not know the order, at a time when a request still on its way would no longer be accepted. So it is never
// there twice, and an order that is there is found by our own name for it.
//
// Fills are read from the exchange and booked by their names, so that reading them again changes nothing. Nothing is sent
// without the owner's consent, which is checked when the order is placed and again in the transaction before it is sent.
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

// Connections are the users' connections to exchanges.
type Connections interface {
	// TradingConnection is the connection of a trading account, which is locked; it locks nothing else. It fails with
	// ACCOUNT_NOT_ACTIVE unless the account is connected and its owner allows trading.
	TradingConnection(ctx context.Context, tx *database.Tx, account uuid.UUID) (connection uuid.UUID, err error)
	// Exchange is the exchange with the credentials of a connection, whether or not it may trade now: orders already sent
	// must be followed and may be cancelled. It fails with NOT_FOUND when the credentials are gone.
	Exchange(ctx context.Context, connection uuid.UUID) (Exchange, error)
}

// Exchange is one account at an exchange. Every error is a *venue.Problem.
type Exchange interface {
	// Time is the time of the exchange's clock, as far as known. FreshTime asks the exchange.
	Time(ctx context.Context) (time.Time, error)
	FreshTime(ctx context.Context) (time.Time, error)
	// Rules are the requirements for orders of a symbol.
	Rules(ctx context.Context, symbol string) (venue.Rules, error)
	// Place sends an order with a time by the exchange's clock, after which it is accepted for venue.Window. After
	// venue.Unknown the exchange may have it nevertheless.
	Place(ctx context.Context, ticket venue.Ticket, at time.Time) (venue.Report, error)
	// Find looks up an order. It fails with venue.Missing when there is none, or none yet.
	Find(ctx context.Context, reference venue.Reference) (venue.Report, error)
	// Cancel cancels an order at the exchange. It fails with venue.Missing when it is not open there, or no longer.
	Cancel(ctx context.Context, reference venue.Reference) (venue.Report, error)
	// Fills are all trades of an order, oldest first. An order without any has none, which is not a failure.
	Fills(ctx context.Context, symbol, orderID string) ([]venue.Fill, error)
	// PriceAt is the value of an asset in another one at a moment.
	PriceAt(ctx context.Context, asset, quote string, at time.Time) (money.Decimal, error)
}

// Options are the dependencies of the service.
type Options struct {
	Trading     *trading.Service
	Connections Connections
	Database    *database.DB
	Market      *market.Market
	Now         func() time.Time
	Logger      *slog.Logger
}

// Service is the exchange as trading sees it: a trading.Venue. It is safe for concurrent use.
type Service struct {
	trading     *trading.Service
	connections Connections
	db          *database.DB
	market      *market.Market
	now         func() time.Time
	logger      *slog.Logger
}

// New makes the service and registers it with trading as the venue of connected accounts.
func New(options Options) *Service {
	s := &Service{
		trading: options.Trading, connections: options.Connections, db: options.Database, market: options.Market,
		now: options.Now, logger: options.Logger,
	}
	options.Trading.HandOverTo(s)
	return s
}

// Workers are the workers of this package. Any number of processes may run them.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{newCarrier(s)} }
