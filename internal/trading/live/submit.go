package live

import (
	"context"
	"encoding/hex"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/market/venue"
	"bourse/internal/trading"
)

// liveTopic wakes the carrier.
const liveTopic = "trading.live"

// clientOrderID is the name by which an exchange knows an order: the same for every attempt, and within the 36 letters,
// digits, hyphens and underscores that Binance accepts.
func clientOrderID(order uuid.UUID) string { return "b-" + hex.EncodeToString(order[:]) }

// Submit takes over an order that was just written; it is sent after the commit. It fails with ACCOUNT_NOT_ACTIVE unless
// the account's owner allows trading, and with VALIDATION_ERROR for a symbol that the exchange does not have. An exit that
// shares its transaction with those of other accounts is always taken over, and rejected when it is due to be sent.
func (s *Service) Submit(ctx context.Context, tx *database.Tx, account *trading.Account, order *trading.Order) error {
	connection, err := s.connections.TradingConnection(ctx, tx, account.ID)
	if err != nil && !(fault.Is(err, fault.AccountNotActive) && sharesTransaction(order)) {
		return err
	}
	symbol, err := s.venueSymbol(order.Symbol)
	if err != nil {
		return err
	}
	now := s.now()
	tx.Notify(liveTopic, order.ID.String())
	return liveOrderTable.Insert(ctx, tx, &liveOrder{
		ID: order.ID, TenantID: order.TenantID, AccountID: order.AccountID, ConnectionID: connection,
		State: toSend, ClientOrderID: clientOrderID(order.ID), Symbol: symbol,
		// Both packages use the same words for sides and types.
		Side: venue.Side(order.Side), Type: venue.Type(order.Type), Quantity: order.Quantity, LimitPrice: order.LimitPrice, StopPrice: order.StopPrice,
		ExpiresAt: order.ExpiresAt, NextAt: now, CreatedAt: now, ChangedAt: now,
	})
}

// sharesTransaction reports whether an order may have been written together with those of other accounts, which a refusal
// would roll back: subscriptions to a bot exit together.
func sharesTransaction(order *trading.Order) bool {
	switch order.ExitReason {
	case trading.ExitSignal, trading.ExitCopyStop, trading.ExitAccountClosed:
		return order.Closes != uuid.Nil
	}
	return false
}

// Takes fails with VALIDATION_ERROR for a symbol that the exchange does not have, and with NOT_FOUND for one that we do not
// have.
func (s *Service) Takes(symbol string) error {
	_, err := s.venueSymbol(symbol)
	return err
}

// venueSymbol is the exchange's name of an instrument. Ours are quoted in dollars, the exchange's in a coin worth one
// dollar.
func (s *Service) venueSymbol(symbol string) (string, error) {
	instrument, err := s.market.Instrument(symbol)
	if err != nil {
		return "", err
	}
	if instrument.Kind != market.Crypto || instrument.VenueSymbol == "" {
		return "", fault.Invalid("symbol", "%s is not traded at the exchange", symbol)
	}
	return instrument.VenueSymbol, nil
}

// Cancel requests the cancellation of an order. One that is certainly not at the exchange ends at once; any other is
// cancelled there, unless it has been filled by then. Its account must be locked.
func (s *Service) Cancel(ctx context.Context, tx *database.Tx, order *trading.Order) error {
	row, err := lockLiveOrder(ctx, tx, order.ID)
	if err != nil {
		return err
	}
	switch row.State {
	case done:
		return nil
	case toSend:
		if err := s.trading.EndOrder(ctx, tx, order, trading.OrderCancelled, ""); err != nil {
			return err
		}
		return endLiveOrder(ctx, tx, row, s.now())
	}
	tx.Notify(liveTopic, order.ID.String())
	return askToCancel(ctx, tx, order.ID, s.now())
}

// HasOpenOrders reports whether a connection has orders that are, or may be, at its exchange. If the credentials were
// removed then, their outcome could no longer be learned.
func (s *Service) HasOpenOrders(ctx context.Context, from database.Querier, connection uuid.UUID) (bool, error) {
	return hasOpenOrders(ctx, from, connection)
}
