package trading

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// The operations that other features perform on accounts, inside their own transactions. They refer to an account by its
// id.

// OpenInvestmentAccount opens an account of a user under an id chosen by the caller, with capital that the house grants as
// paper money. Without any, the account lives on its owner's deposits. It takes no entries until it is activated.
func (s *Service) OpenInvestmentAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID, capital money.Decimal) error {
	account := Account{ID: id, TenantID: tenant, UserID: user, Kind: InvestmentAccount, Status: AccountSuspended, Funding: PaperFunding}
	if capital.IsZero() {
		account.Funding = DepositFunding
	}
	added, err := InsertAccount(ctx, tx, account, s.now())
	if err != nil {
		return err
	}
	if !added {
		return fault.New(fault.Conflict, "the account is there already")
	}
	return s.Fund(ctx, tx, account, capital, s.now())
}

// OpenConnectedAccount opens an account of a user at an exchange under an id chosen by the caller. Its cash is at the
// exchange: our books only have what was bought there. It takes entries at once.
func (s *Service) OpenConnectedAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID) error {
	account := Account{ID: id, TenantID: tenant, UserID: user, Kind: ConnectedAccount, Status: AccountActive, Funding: DepositFunding}
	added, err := InsertAccount(ctx, tx, account, s.now())
	if err != nil {
		return err
	}
	if !added {
		return fault.New(fault.Conflict, "the account is there already")
	}
	return s.Fund(ctx, tx, account, money.Zero, s.now())
}

// mostBeside is by how much a deposit that pays a debt on a closed account may exceed the debt: small debts cannot be paid
// exactly. A larger rest would be stranded on an unused account.
var mostBeside = money.FromInt(10)

// Deposit pays outside money into an account; its owner's debt is paid first. The source names what it is for, and it is
// booked once per source. It fails with NOT_FOUND, also for an account that is not an investment account, and with
// ACCOUNT_NOT_ACTIVE when the account is closed or being closed and has no debt, or one that the amount exceeds by more
// than mostBeside.
func (s *Service) Deposit(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, sourceType string, source uuid.UUID) error {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	if account.Kind != InvestmentAccount {
		return errNoAccount
	}
	if refusal := account.mayReceive(); refusal != nil {
		owed, err := debtOf(ctx, tx, account)
		if err != nil || !owed.IsPositive() || amount.GreaterThan(owed.Add(mostBeside)) {
			return cmp.Or(err, refusal)
		}
	}
	return s.bring(ctx, tx, account, cause{sourceType, source, "deposit"}, arrival{fromOutside: amount})
}

// SetAccountStatus allows or stops entries on an account, or closes it, and returns the resulting status. Working orders
// wait while entries are stopped. Closing first cancels them and sells everything; what cannot be sold now is sold when its
// market opens, and until then the account is suspended. It fails with NOT_FOUND.
func (s *Service) SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status AccountStatus) (AccountStatus, error) {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return "", err
	}
	if status == AccountClosed {
		return s.closeAccount(ctx, tx, account)
	}
	if err := setStatus(ctx, tx, id, status, s.now()); err != nil {
		return "", err
	}
	return status, tellWorking(ctx, tx, id)
}

// SetOwnerLocked writes since when the owner of accounts has been suspended; a zero time ends the suspension. Until then
// nothing is bought on any of the accounts on the owner's behalf, such as by a bot they follow or a working order; open
// positions may be closed. It fails when the database does.
func (s *Service) SetOwnerLocked(ctx context.Context, tx *database.Tx, user uuid.UUID, since time.Time) error {
	accounts, err := accountsLockedOtherwise(ctx, tx, user, !since.IsZero()) // none at a change of role, so that delays nobody
	if err != nil || len(accounts) == 0 {
		return err
	}
	if err := HoldAccounts(ctx, tx, accounts); err != nil {
		return err
	}
	if err := setOwnerLocked(ctx, tx, accounts, since); err != nil {
		return err
	}
	return tellWorking(ctx, tx, accounts...)
}

// SetAccountRisk sets the risk level of an account's trades, from the next one on.
func (s *Service) SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, level RiskLevel) error {
	return setRisk(ctx, tx, id, level)
}

// Hold sets cash of an account aside for a withdrawal or a refund, also on a closed account. It fails with NOT_FOUND when
// the account is not an investment account of the user, and with INSUFFICIENT_FUNDS, for the amount, when that is more than
// can be withdrawn.
func (s *Service) Hold(ctx context.Context, tx *database.Tx, user, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := s.lockInvestment(ctx, tx, user, account)
	if err != nil {
		return err
	}
	funds, err := readAccountMoney(ctx, tx, account)
	if err != nil {
		return err
	}
	if amount.GreaterThan(funds.Withdrawable()) {
		return fault.New(fault.InsufficientFunds, "%s %s can be withdrawn from this account", funds.Withdrawable(), Currency).About("amount")
	}
	if err := s.ledger.Open(ctx, tx, held.TenantID, account, Currency, ledger.Hold); err != nil {
		return err
	}
	return s.bookMoney(ctx, tx, held, cause{withdrawalSource, withdrawal, "hold"}, entry{ledger.Cash, amount.Neg()}, entry{ledger.Hold, amount})
}

// Release returns money held for a withdrawal to the account; its owner's debt is paid first.
func (s *Service) Release(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := LockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, held, cause{withdrawalSource, withdrawal, "release"}, arrival{fromHold: amount})
}

// PayOut pays out the money held for a withdrawal.
func (s *Service) PayOut(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := LockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	return s.bookMoney(ctx, tx, held, cause{withdrawalSource, withdrawal, "payout"}, entry{ledger.Hold, amount.Neg()}, entry{ledger.External, amount})
}

// InvestmentAccountOpen fails with NOT_FOUND when the account is not an investment account of the user, and
// with ACCOUNT_NOT_ACTIVE when it is closed or being closed.
func (s *Service) InvestmentAccountOpen(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error {
	found, err := s.lockInvestment(ctx, tx, user, account)
	if err != nil {
		return err
	}
	return found.mayReceive()
}

func (s *Service) lockInvestment(ctx context.Context, tx *database.Tx, user, id uuid.UUID) (*Account, error) {
	account, err := LockAccount(ctx, tx, id)
	if err == nil && (account.UserID != user || account.Kind != InvestmentAccount) {
		return nil, errNoAccount
	}
	return account, err
}

// cause names why money moves, and is booked once.
type cause struct {
	sourceType string
	source     uuid.UUID
	kind       string
}

// withdrawalSource is the ledger source of holds and of their outcome.
const withdrawalSource = "withdrawal"

func (s *Service) bookMoney(ctx context.Context, tx *database.Tx, account *Account, why cause, entries ...entry) error {
	b := s.NewBook(s.now())
	b.post(account, why.sourceType, why.source, why.kind, entries...)
	notifyMoney(tx, account)
	_, err := s.ledger.Post(ctx, tx, b.transactions...)
	return err
}
