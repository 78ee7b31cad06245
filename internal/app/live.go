package app

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/trading/live"
)

// liveConnections adapts connected accounts to live trading.
type liveConnections struct {
	*investment.Service
	orders *broker.Orders
}

// Exchange implements live.Connections.
func (c liveConnections) Exchange(ctx context.Context, connection uuid.UUID) (live.Exchange, error) {
	provider, credentials, err := c.TradingCredentials(ctx, connection)
	if err != nil {
		return nil, err
	}
	if provider != broker.Binance {
		return nil, fault.New(fault.NotFound, "orders go to binance only")
	}
	return c.orders.Of(credentials), nil
}

// newLive creates the service that sends orders to exchanges, connects it to trading, and keeps the credentials of
// connections as long as they have orders there.
func newLive(p *platform) *live.Service {
	service := live.New(live.Options{
		Trading: p.trading, Connections: liveConnections{p.investment, p.brokers.Orders()}, Database: p.db, Market: p.market, Now: clock, Logger: p.logger,
	})
	p.investment.OpenOrdersFrom(func(ctx context.Context, tx *database.Tx, connection uuid.UUID) (bool, error) {
		return service.HasOpenOrders(ctx, tx, connection)
	})
	return service
}
