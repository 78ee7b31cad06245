package trading

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// AccountKind tells whose account it is and what for.
type AccountKind string

// The kinds of accounts.
const (
	PaperAccount      AccountKind = "paper"
	BotAccount        AccountKind = "bot"
	InvestmentAccount AccountKind = "investment"
)

// AccountStatus says what may happen on an account.
type AccountStatus string

// The states of an account: a suspended one takes no entries, a closed one nothing.
const (
	AccountActive    AccountStatus = "active"
	AccountSuspended AccountStatus = "suspended"
	AccountClosed    AccountStatus = "closed"
)

// Funding says who has brought an account's money.
type Funding string

// The ways to fund an account: paper money is granted by the house and can never leave it, deposits are the
// owner's own.
const (
	PaperFunding   Funding = "paper"
	DepositFunding Funding = "deposit"
)

// Account is where somebody trades. Its money is in the ledger under its id, and is as it was when the
// account was read.
type Account struct {
	ID       uuid.UUID
	TenantID uuid.UUID // nil for a bot's
	UserID   uuid.UUID // nil for a bot's
	Kind     AccountKind
	Status   AccountStatus
	Closing  bool      // everything is being sold; it is suspended meanwhile
	Risk     RiskLevel // what a trade may lose; empty is what the signal says
	Funding  Funding   // paper when empty; not read back, see AccountMoney
	Cash     money.Decimal
	Margin   money.Decimal
}

// owner is who executes a signal once: the user, for the paper account; any other account for itself, since
// several investment accounts of a user may follow the same agent.
func (a *Account) owner() uuid.UUID {
	if a.Kind == PaperAccount {
		return a.UserID
	}
	return a.ID
}

// balance is what the account has without the profit of open positions.
func (a *Account) balance() money.Decimal { return a.Cash.Add(a.Margin) }

// riskOf is how much a trade of the account may lose that a signal proposes with a level of its own.
func (a *Account) riskOf(signal RiskLevel) RiskLevel { return orElse(a.Risk, signal) }

// mayEnter fails with ACCOUNT_NOT_ACTIVE unless positions may be opened.
func (a *Account) mayEnter() error {
	if a.Closing {
		return fault.New(fault.AccountNotActive, "the account is being closed")
	}
	if a.Status != AccountActive {
		return fault.New(fault.AccountNotActive, "the account is %s", a.Status)
	}
	return nil
}

const accountColumns = `a.id, a.tenant_id, a.user_id, a.kind, a.status, a.closing_since IS NOT NULL AND a.status <> 'closed', a.risk_level, c.balance, m.balance`

// accountMoney joins the two ledger accounts. They change only under the account's row, so they may be read
// beside the lock.
const accountMoney = `
	FROM trading_accounts a
	JOIN ledger_accounts c ON c.owner_id = a.id AND c.code = 'cash' AND c.currency = 'USD'
	JOIN ledger_accounts m ON m.owner_id = a.id AND m.code = 'margin' AND m.currency = 'USD'`

// scanAccount reads an account behind what else stands before it in the row.
func scanAccount(row database.Row, before ...any) (*Account, error) {
	var a Account
	err := row.Scan(append(before, &a.ID, &a.TenantID, database.ID(&a.UserID), &a.Kind, &a.Status, &a.Closing, &a.Risk, &a.Cash, &a.Margin)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoAccount
	}
	return &a, err
}

var errNoAccount = fault.New(fault.NotFound, "there is no such account")

// lockFreeAccounts holds those of some accounts that nobody else holds, reads them with their money and tells which
// are locked. From here on the transaction waits for other locks a moment only: it must not keep what it holds for
// somebody who keeps something else. It fails with what database.IsLocked knows when it would have to.
func lockFreeAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (accounts map[uuid.UUID]*Account, locked map[uuid.UUID]bool, err error) {
	if err := tx.LimitLockWait(ctx, briefWait); err != nil {
		return nil, nil, err
	}
	free, err := tx.LockFree(ctx, "trading_accounts", ids)
	if err != nil {
		return nil, nil, err
	}
	var held []uuid.UUID
	locked = map[uuid.UUID]bool{}
	for _, id := range ids {
		if free[id] {
			held = append(held, id)
		} else {
			locked[id] = true
		}
	}
	accounts, err = readHeldAccounts(ctx, tx, held)
	return accounts, locked, err
}

// lockFreeAccount is lockFreeAccounts for one. It fails with what database.IsLocked knows when somebody else holds it.
func lockFreeAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	accounts, locked, err := lockFreeAccounts(ctx, tx, []uuid.UUID{id})
	if err == nil && locked[id] {
		err = database.ErrLocked
	}
	return accounts[id], err
}

func readHeldAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (map[uuid.UUID]*Account, error) {
	accounts := make(map[uuid.UUID]*Account, len(ids))
	err := database.FromRows(tx, []string{"TEXT"}, ids, idRow, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `SELECT `+accountColumns+accountMoney+` WHERE a.id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		found, err := database.Collect(rows, err, func(row database.Row) (*Account, error) { return scanAccount(row) })
		for _, account := range found {
			accounts[account.ID] = account
		}
		return err
	})
	return accounts, err
}

// holdAccounts holds accounts until the transaction ends, in the order of their ids so that no two transactions wait
// for each other. SQLite's only writer has the whole file.
func holdAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) error {
	if tx.ForUpdate() == "" {
		return nil
	}
	ordered := slices.Clone(ids)
	slices.SortFunc(ordered, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return database.FromRows(tx, []string{"TEXT"}, slices.Compact(ordered), idRow, func(source string, arguments []any) error {
		return holdRows(ctx, tx, `SELECT id FROM trading_accounts WHERE id IN (SELECT v.column1 FROM `+source+`) ORDER BY id`, arguments...)
	})
}

// holdRows locks what a query finds. SQLite's only writer has the whole file, and reads nothing.
func holdRows(ctx context.Context, tx *database.Tx, query string, arguments ...any) error {
	if tx.ForUpdate() == "" {
		return nil
	}
	_, err := tx.Exec(ctx, query+tx.ForUpdate(), arguments...)
	return err
}

// holding is lockAccount, which waits, or lockFreeAccount, which does not.
type holding func(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error)

// lockAccount holds one account and reads it. It fails with NOT_FOUND.
func lockAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	if err := holdRows(ctx, tx, `SELECT id FROM trading_accounts WHERE id = $1`, id); err != nil {
		return nil, err
	}
	return scanAccount(tx.QueryRow(ctx, `SELECT `+accountColumns+accountMoney+` WHERE a.id = $1`, id))
}

// Trader is a user as this package needs to know one.
type Trader struct{ UserID, TenantID uuid.UUID }

// lockTradersAccount holds the account that a user trades on: the one that is named, or else the paper
// account, which is opened when this is the first time. Another user's account is NOT_FOUND.
func (s *Service) lockTradersAccount(ctx context.Context, tx *database.Tx, trader Trader, id uuid.UUID) (*Account, error) {
	if id != uuid.Nil {
		account, err := lockAccount(ctx, tx, id)
		if err == nil && account.UserID != trader.UserID {
			return nil, errNoAccount
		}
		return account, err
	}
	id, err := paperAccountID(ctx, tx, trader.UserID)
	if fault.Is(err, fault.NotFound) {
		if err := s.openPaperAccount(ctx, tx, trader); err != nil {
			return nil, err
		}
		id, err = paperAccountID(ctx, tx, trader.UserID)
	}
	if err != nil {
		return nil, err
	}
	return lockAccount(ctx, tx, id)
}

func paperAccountID(ctx context.Context, from database.Querier, user uuid.UUID) (id uuid.UUID, err error) {
	err = from.QueryRow(ctx, `SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper'`, user).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoAccount
	}
	return id, err
}

// openPaperAccount gives a user the paper account, unless another request has just done so: that one is
// waited for.
func (s *Service) openPaperAccount(ctx context.Context, tx *database.Tx, trader Trader) error {
	account := Account{ID: newID(s.now()), TenantID: trader.TenantID, UserID: trader.UserID, Kind: PaperAccount, Status: AccountActive}
	added, err := insertAccount(ctx, tx, account, s.now())
	if err != nil || !added {
		return err
	}
	return s.fund(ctx, tx, account, s.settings.PaperCapital, s.now())
}

func insertAccount(ctx context.Context, tx *database.Tx, a Account, now time.Time) (added bool, err error) {
	changed, err := tx.Exec(ctx, `
		INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, funding, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT DO NOTHING`,
		a.ID, a.TenantID, database.OptionalID(a.UserID), a.Kind, a.Status, cmp.Or(a.Funding, PaperFunding), database.Micros(now))
	return changed == 1, err
}

// fund opens the ledger accounts of a trading account and grants it its capital, which may be nothing.
func (s *Service) fund(ctx context.Context, tx *database.Tx, a Account, capital money.Decimal, at time.Time) error {
	err := s.ledger.Open(ctx, tx, a.TenantID, a.ID, currency,
		ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees)
	if err != nil || capital.IsZero() {
		return err
	}
	_, err = s.ledger.Post(ctx, tx, ledger.Transaction{
		TenantID: a.TenantID, SourceType: "trading_account", SourceID: a.ID.String(), Kind: "capital", At: at,
		Entries: []ledger.Entry{
			{Account: ledger.AccountID(a.ID, ledger.External, currency), Amount: capital.Neg()},
			{Account: ledger.AccountID(a.ID, ledger.Cash, currency), Amount: capital},
		},
	})
	return err
}

// closedAt is when an account that comes to a state was closed: now, or not at all.
func closedAt(status AccountStatus, now time.Time) sql.NullInt64 {
	if status != AccountClosed {
		return sql.NullInt64{}
	}
	return database.OptionalMicros(now)
}
