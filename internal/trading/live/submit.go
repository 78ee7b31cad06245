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

// clientOrderID is what an exchange knows an order by: the same for every attempt, and within the 36 letters, digits,
// hyphens and underscores that Binance takes.
func clientOrderID(order uuid.UUID) string { return "b-" + hex.EncodeToString(order[:]) }

// Submit takes over an order that was just written; it is sent after the commit. It fails with ACCOUNT_NOT_ACTIVE unless
// the account's owner lets it trade, and with VALIDATION_ERROR for a symbol that the exchange does not have. An exit that
// shares its transaction with those of other accounts is taken over in any case, and rejected when it would be sent.
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
		// The words for sides and types are the same here and there.
		Side: venue.Side(order.Side), Type: venue.Type(order.Type), Quantity: order.Quantity, LimitPrice: order.LimitPrice, StopPrice: order.StopPrice,
		ExpiresAt: order.ExpiresAt, NextAt: now, CreatedAt: now, ChangedAt: now,
	})
}

// sharesTransaction reports whether an order may have been written together with those of other accounts, which a refusal
// would undo: those that copy a bot leave with it, together.
func sharesTransaction(order *trading.Order) bool {
	switch order.ExitReason {
	case trading.ExitSignal, trading.ExitCopyStop, trading.ExitAccountClosed:
		return order.Closes != uuid.Nil
	}
	return false
}

// Takes fails with VALIDATION_ERROR for a symbol that the exchange does not have, and with NOT_FOUND for none of ours.
func (s *Service) Takes(symbol string) error {
	_, err := s.venueSymbol(symbol)
	return err
}

// venueSymbol is what the exchange calls an instrument. Ours are quoted in dollars, and the exchange's in a coin that is
// worth one.
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

// Cancel asks that an order be taken back. One that certainly is not at the exchange ends here and now; any other is
// cancelled there, if it has not been filled by then. Its account must be held.
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

// HasOpenOrders reports whether a connection has orders that are, or may be, at its exchange. Who takes the credentials
// away then can no longer learn what becomes of them.
func (s *Service) HasOpenOrders(ctx context.Context, from database.Querier, connection uuid.UUID) (bool, error) {
	return hasOpenOrders(ctx, from, connection)
}
