package trading

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// Sell closes open positions of one locked account at the market. What cannot be sold now is queued: the risk monitor sells
// it once there is a price. It writes the book and returns how many are queued.
func (s *Service) Sell(ctx context.Context, tx *database.Tx, account *Account, positions []*Position, reason ExitReason) (queued int, err error) {
	b := s.NewBook(s.now())
	var unsold []*Position
	for _, position := range positions {
		_, quote, err := s.Tradable(position.Symbol)
		if market.NoPriceNow(err) {
			unsold = append(unsold, position)
			continue
		}
		if err != nil {
			return 0, err
		}
		price := s.terms.Price(quote, position.Side.Opposite())
		if _, err := b.Close(account, position, price, position.Quantity, reason); err != nil {
			return 0, err
		}
	}
	if err := s.Write(ctx, tx, b); err != nil {
		return 0, err
	}
	return len(unsold), queueClosings(ctx, tx, unsold, reason, s.now())
}

// closeAccount cancels the working orders of a locked account, sells all its positions, pays its debt and closes it. While
// something cannot be sold the account is suspended and closing, and it is closed with its last position. What a connected
// account has is not ours to sell: it stays at the exchange.
func (s *Service) closeAccount(ctx context.Context, tx *database.Tx, account *Account) (AccountStatus, error) {
	if err := s.cancelWorking(ctx, tx, account, "the account is closed"); err != nil {
		return "", err
	}
	positions, err := OpenPositionsOf(ctx, tx, account.ID)
	if err != nil {
		return "", err
	}
	if account.Kind == ConnectedAccount {
		if err := s.letGo(ctx, tx, account, positions); err != nil {
			return "", err
		}
		return AccountClosed, setStatus(ctx, tx, account.ID, AccountClosed, s.now())
	}
	queued, err := s.Sell(ctx, tx, account, positions, ExitAccountClosed)
	if err != nil {
		return "", err
	}
	if queued > 0 {
		return AccountSuspended, markClosing(ctx, tx, account.ID, s.now())
	}
	if err := s.payDebt(ctx, tx, account); err != nil {
		return "", err
	}
	return AccountClosed, setStatus(ctx, tx, account.ID, AccountClosed, s.now())
}

// letGo removes the open positions of a connected account from the books, at the current price and without a fee: nothing
// is sold, everything stays in the owner's balance at the exchange. Without a connection nothing could close them here, not
// even their stops.
func (s *Service) letGo(ctx context.Context, tx *database.Tx, account *Account, positions []*Position) error {
	b := s.NewBook(s.now())
	for _, position := range positions {
		closing := closing{price: s.Mark(position), quantity: position.Quantity, reason: ExitAccountClosed, fee: fixedFee(money.Zero)}
		if _, err := b.settle(account, position, closing); err != nil {
			return err
		}
	}
	return s.Write(ctx, tx, b)
}

// CloseEmptied closes those locked accounts that are being closed and have sold everything: their debt is paid, and the
// feature that opened them is notified.
func (s *Service) CloseEmptied(ctx context.Context, tx *database.Tx, accounts []uuid.UUID) error {
	closed, err := closeEmptied(ctx, tx, accounts, s.now())
	if err != nil {
		return fmt.Errorf("close emptied accounts: %w", err)
	}
	slices.SortFunc(closed, database.CompareIDs)
	for _, id := range closed {
		account, err := LockAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.payDebt(ctx, tx, account); err != nil {
			return err
		}
		if s.joined.whenClosed == nil {
			continue
		}
		if err := s.joined.whenClosed(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}
