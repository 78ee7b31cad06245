package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// Trader identifies a user to this package.
type Trader struct{ UserID, TenantID uuid.UUID }

// LockTradersAccount locks the account that a user trades on: the named one, or else the paper account, which is opened on
// first use. Another user's account is NOT_FOUND.
func (s *Service) LockTradersAccount(ctx context.Context, tx *database.Tx, trader Trader, id uuid.UUID) (*Account, error) {
	account, err := lockTradersAccount(ctx, tx, trader.UserID, id)
	if id != uuid.Nil || !fault.Is(err, fault.NotFound) {
		return account, err
	}
	if err := s.openPaperAccount(ctx, tx, trader); err != nil {
		return nil, err
	}
	return lockTradersAccount(ctx, tx, trader.UserID, id)
}

// lockTradersAccount is LockTradersAccount for an existing account. It also asks further questions in the same round trip,
// which are answered even when it fails with NOT_FOUND, and counts the account's open positions.
func lockTradersAccount(ctx context.Context, tx *database.Tx, user, id uuid.UUID, more ...database.Question) (*Account, error) {
	lock, of, query := accountByID, id, openCountByID
	if id == uuid.Nil {
		lock, of, query = paperAccountOf, user, openCountOfPaper
	}
	var open int
	counted := database.Question{Query: query, Arguments: []any{of}, Scan: func(row database.Row) error { return row.Scan(&open) }}
	account, err := lock.lock(ctx, tx, of, append(more, counted)...)
	if err == nil && account.UserID != user {
		return nil, errNoAccount
	}
	if account != nil {
		account.HasOpen(open)
	}
	return account, err
}

// openPaperAccount gives a user the paper account. If another request is opening it at the same time, it waits for that
// one. It fails with ACCOUNT_SUSPENDED when the user has been suspended meanwhile.
func (s *Service) openPaperAccount(ctx context.Context, tx *database.Tx, trader Trader) error {
	if hold := s.joined.holdPerson; hold != nil {
		if _, err := hold(ctx, tx, trader.UserID); err != nil {
			return err
		}
	}
	account := Account{ID: database.NewIDAt(s.now()), TenantID: trader.TenantID, UserID: trader.UserID, Kind: PaperAccount, Status: AccountActive}
	added, err := InsertAccount(ctx, tx, account, s.now())
	if err != nil || !added {
		return err
	}
	return s.Fund(ctx, tx, account, s.settings.PaperCapital, s.now())
}

// Fund opens the ledger accounts of a trading account and grants it its capital, which may be zero.
func (s *Service) Fund(ctx context.Context, tx *database.Tx, a Account, capital money.Decimal, at time.Time) error {
	err := s.ledger.Open(ctx, tx, a.TenantID, a.ID, Currency,
		ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees)
	if err != nil || capital.IsZero() {
		return err
	}
	notifyMoney(tx, &a)
	_, err = s.ledger.Post(ctx, tx, ledger.Transaction{
		TenantID: a.TenantID, SourceType: "trading_account", SourceID: a.ID.String(), Kind: "capital", At: at,
		Entries: []ledger.Entry{
			{Account: ledger.AccountID(a.ID, ledger.External, Currency), Amount: capital.Neg()},
			{Account: ledger.AccountID(a.ID, ledger.Cash, Currency), Amount: capital},
		},
	})
	return err
}
