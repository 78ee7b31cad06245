package trading

import (
	"context"

	"bourse/internal/database"
)

// flatten gathers the closing of every open position of an account that is held, at the market; the caller
// writes the book. It fails with MARKET_CLOSED and MARKET_DATA_STALE when one of them cannot be sold now.
func (s *Service) flatten(ctx context.Context, tx *database.Tx, b *book, account *Account, reason ExitReason) error {
	positions, err := openPositionsOf(ctx, tx, account.ID)
	if err != nil {
		return err
	}
	return s.closeAtMarket(b, account, positions, reason)
}

// closeAtMarket gathers the closing of open positions of one account that is held. It fails with
// MARKET_CLOSED and MARKET_DATA_STALE, and the book must not be written then.
func (s *Service) closeAtMarket(b *book, account *Account, positions []*Position, reason ExitReason) error {
	for _, position := range positions {
		_, quote, err := s.tradable(position.Symbol)
		if err != nil {
			return err
		}
		price := s.terms.price(quote, position.Side.Opposite())
		if _, err := b.close(account, position, price, position.Quantity, reason); err != nil {
			return err
		}
	}
	return nil
}
