package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// What other features do with accounts, inside their own transactions. They know an account by its id.

// OpenInvestmentAccount opens an account of a user under an id that the caller has chosen, and pays its
// capital in. It takes no entries until it is activated.
func (s *Service) OpenInvestmentAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID, capital money.Decimal) error {
	account := Account{ID: id, TenantID: tenant, UserID: user, Kind: InvestmentAccount, Status: AccountSuspended}
	added, err := insertAccount(ctx, tx, account, s.now())
	if err != nil {
		return err
	}
	if !added {
		return fault.New(fault.Conflict, "the account is there already")
	}
	return s.fund(ctx, tx, account, capital, s.now())
}

// Deposit pays money from outside into an account. What it is for is named by its source, and is booked
// once. It fails with NOT_FOUND, and with ACCOUNT_NOT_ACTIVE when the account is closed or being closed.
func (s *Service) Deposit(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, sourceType string, source uuid.UUID) error {
	account, err := lockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	if account.Status == AccountClosed || account.Closing {
		return account.mayEnter()
	}
	b := s.newBook(s.now())
	b.post(account, sourceType, source, "deposit", entry{ledger.External, amount.Neg()}, entry{ledger.Cash, amount})
	_, err = s.ledger.Post(ctx, tx, b.transactions...)
	return err
}

// SetAccountStatus lets an account take entries, or no longer, and returns what it is now. Closing sells everything
// first; what cannot be sold now is sold when its market opens, and until then the account is suspended. It fails
// with NOT_FOUND.
func (s *Service) SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status AccountStatus) (AccountStatus, error) {
	account, err := lockAccount(ctx, tx, id)
	if err != nil {
		return "", err
	}
	if status == AccountClosed {
		return s.closeAccount(ctx, tx, account)
	}
	return status, setStatus(ctx, tx, id, status, s.now())
}

// SetAccountRisk makes an account risk as much with a trade as the level says, from the next one on.
func (s *Service) SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, level RiskLevel) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET risk_level = $2 WHERE id = $1`, id, level)
	return err
}

// Hold sets cash of an account aside for a withdrawal. What is on a closed account may leave it as well. It
// fails with NOT_FOUND when the account is not an investment account of the user, and with INSUFFICIENT_FUNDS.
func (s *Service) Hold(ctx context.Context, tx *database.Tx, user, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := s.lockInvestment(ctx, tx, user, account)
	if err != nil {
		return err
	}
	if err := s.ledger.Open(ctx, tx, held.TenantID, account, currency, ledger.Hold); err != nil {
		return err
	}
	return s.bookHold(ctx, tx, held, withdrawal, "hold", entry{ledger.Cash, amount.Neg()}, entry{ledger.Hold, amount})
}

// Release gives what was held for a withdrawal back to the account.
func (s *Service) Release(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := lockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	return s.bookHold(ctx, tx, held, withdrawal, "release", entry{ledger.Hold, amount.Neg()}, entry{ledger.Cash, amount})
}

// PayOut pays what was held for a withdrawal out.
func (s *Service) PayOut(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := lockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	return s.bookHold(ctx, tx, held, withdrawal, "payout", entry{ledger.Hold, amount.Neg()}, entry{ledger.External, amount})
}

// InvestmentAccountOpen fails with NOT_FOUND when the account is not an investment account of the user, and
// with ACCOUNT_NOT_ACTIVE when it is closed or being closed.
func (s *Service) InvestmentAccountOpen(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error {
	found, err := s.lockInvestment(ctx, tx, user, account)
	if err == nil && (found.Status == AccountClosed || found.Closing) {
		err = found.mayEnter()
	}
	return err
}

func (s *Service) lockInvestment(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Account, error) {
	account, err := lockAccount(ctx, tx, id)
	if err == nil && (account.UserID != user || account.Kind != InvestmentAccount) {
		return nil, errNoAccount
	}
	return account, err
}

func (s *Service) bookHold(ctx context.Context, tx *database.Tx, account *Account, withdrawal uuid.UUID, kind string, entries ...entry) error {
	b := s.newBook(s.now())
	b.post(account, "withdrawal", withdrawal, kind, entries...)
	_, err := s.ledger.Post(ctx, tx, b.transactions...)
	return err
}
