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

// What other features do with accounts, inside their own transactions. They know an account by its id.

// OpenInvestmentAccount opens an account of a user under an id that the caller has chosen, with capital that the
// house grants as paper money. Without any, the account lives on what its owner pays in. It takes no entries
// until it is activated.
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

// OpenConnectedAccount opens an account of a user at an exchange under an id that the caller has chosen. Its cash is at
// the exchange: the books know what it bought there, and nothing else. It takes entries at once.
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

// mostBeside is how much a deposit that pays a debt on a closed account may be larger than it: small debts cannot be paid
// exactly. More would lie on an account that nobody uses.
var mostBeside = money.FromInt(10)

// Deposit pays money from outside into an account; what its owner owes is paid first. What it is for is named
// by its source, and is booked once. It fails with NOT_FOUND, also for an account that is no investment, and with
// ACCOUNT_NOT_ACTIVE when it is closed or being closed and nothing is owed on it, or much less than that.
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

// SetAccountStatus lets an account take entries, or no longer, and returns what it is now: working orders wait while it
// takes none. Closing cancels them and sells everything first; what cannot be sold now is sold when its market opens,
// and until then the account is suspended. It fails with NOT_FOUND.
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

// SetOwnerLocked writes since when the owner of accounts is locked out, or with no moment that they are let in again. While
// they are, nothing is bought on any of the accounts by whoever acts in their name, such as a bot they follow or an order
// that works; what is open may be closed. It fails when the database does.
func (s *Service) SetOwnerLocked(ctx context.Context, tx *database.Tx, user uuid.UUID, since time.Time) error {
	accounts, err := accountsLockedOtherwise(ctx, tx, user, !since.IsZero()) // none at a change of role: nobody is held up by it
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

// SetAccountRisk makes an account risk as much with a trade as the level says, from the next one on.
func (s *Service) SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, level RiskLevel) error {
	return setRisk(ctx, tx, id, level)
}

// Hold sets cash of an account aside for something that goes out: a withdrawal, or a refund. What is on a closed
// account may leave it as well. It fails with NOT_FOUND when the account is not an investment account of the
// user, and with INSUFFICIENT_FUNDS about the amount when that is more than can be withdrawn.
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

// Release gives what was held for a withdrawal back to the account; what its owner owes is paid first.
func (s *Service) Release(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	held, err := LockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, held, cause{withdrawalSource, withdrawal, "release"}, arrival{fromHold: amount})
}

// PayOut pays what was held for a withdrawal out.
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

// cause names what money moves for, and is booked once.
type cause struct {
	sourceType string
	source     uuid.UUID
	kind       string
}

// withdrawalSource is what the ledger knows holds and what becomes of them by.
const withdrawalSource = "withdrawal"

func (s *Service) bookMoney(ctx context.Context, tx *database.Tx, account *Account, why cause, entries ...entry) error {
	b := s.NewBook(s.now())
	b.post(account, why.sourceType, why.source, why.kind, entries...)
	notifyMoney(tx, account)
	_, err := s.ledger.Post(ctx, tx, b.transactions...)
	return err
}
