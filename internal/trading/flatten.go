package trading

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/market"
)

// sell closes open positions of one account that is held, at the market. What cannot be sold now is queued: the risk
// monitor sells it when there is a price. It writes the book and tells how many are queued.
func (s *Service) sell(ctx context.Context, tx *database.Tx, account *Account, positions []*Position, reason ExitReason) (queued int, err error) {
	b := s.newBook(s.now())
	var unsold []*Position
	for _, position := range positions {
		_, quote, err := s.tradable(position.Symbol)
		if market.NoPriceNow(err) {
			unsold = append(unsold, position)
			continue
		}
		if err != nil {
			return 0, err
		}
		price := s.terms.price(quote, position.Side.Opposite())
		if _, err := b.close(account, position, price, position.Quantity, reason); err != nil {
			return 0, err
		}
	}
	if err := s.write(ctx, tx, b); err != nil {
		return 0, err
	}
	return len(unsold), queueClosings(ctx, tx, unsold, reason, s.now())
}

// closeAccount sells everything on an account that is held and closes it. While something cannot be sold it is
// suspended and closing; it is closed with the last position.
func (s *Service) closeAccount(ctx context.Context, tx *database.Tx, account *Account) (AccountStatus, error) {
	positions, err := openPositionsOf(ctx, tx, account.ID)
	if err != nil {
		return "", err
	}
	queued, err := s.sell(ctx, tx, account, positions, ExitAccountClosed)
	if err != nil {
		return "", err
	}
	if queued > 0 {
		return AccountSuspended, markClosing(ctx, tx, account.ID, s.now())
	}
	return AccountClosed, setStatus(ctx, tx, account.ID, AccountClosed, s.now())
}
