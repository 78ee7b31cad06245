package trading

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// AccountTable reads accounts with their money: use the alias a and AccountMoneyJoins.
var AccountTable = database.NewTable("trading_accounts", func(a *Account, column database.Define) {
	accountColumns(a, column)
	column("closing", database.Computed("trading_accounts.closing_since IS NOT NULL AND trading_accounts.status <> 'closed'", &a.Closing))
	column("owner_locked", database.Computed("trading_accounts.owner_locked_at IS NOT NULL", &a.IsOwnerLockedOut))
	column("risk_level", &a.Risk)
	column("cash", database.Computed("c.balance", &a.Cash))
	column("margin", database.Computed("m.balance", &a.Margin))
	column("reserved", database.Computed("COALESCE(r.balance, 0)", &a.Reserved))
	column("can_reserve", database.Computed("r.id IS NOT NULL", &a.canReserve))
})

func accountColumns(a *Account, column database.Define) {
	column("id", &a.ID)
	column("tenant_id", &a.TenantID)
	column("user_id", database.Optional(&a.UserID))
	column("kind", &a.Kind)
	column("status", &a.Status)
}

// storedAccount is an account as it is written.
type storedAccount struct {
	Account
	createdAt, closedAt time.Time
}

var storedAccountTable = database.NewTable("trading_accounts", func(a *storedAccount, column database.Define) {
	accountColumns(&a.Account, column)
	column("funding", &a.Funding)
	column("created_at", &a.createdAt)
	column("closed_at", database.Optional(&a.closedAt))
})

// AccountMoneyJoins joins the ledger accounts; the one for reserved money exists from the account's first order on. Their
// balances change only under the account's row lock, so they may be read together with the lock.
const AccountMoneyJoins = `
	FROM trading_accounts a
	JOIN ledger_accounts c ON c.owner_id = a.id AND c.code = 'cash' AND c.currency = 'USD'
	JOIN ledger_accounts m ON m.owner_id = a.id AND m.code = 'margin' AND m.currency = 'USD'
	LEFT JOIN ledger_accounts r ON r.owner_id = a.id AND r.code = 'reserved' AND r.currency = 'USD'`

// accountSelection reads accounts with their money; append a condition on a.
var accountSelection = `SELECT ` + AccountTable.ColumnsOf("a") + AccountMoneyJoins

var errNoAccount = fault.New(fault.NotFound, "there is no such account")

// LockFreeAccounts locks those of some accounts that no other transaction has locked, reads them with their money and
// reports which are locked elsewhere. From then on the transaction waits only briefly for other locks, so that it does not
// keep its own while waiting for a transaction that has others. When it would have to, it fails with an error that
// database.IsLocked recognizes.
func LockFreeAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (accounts map[uuid.UUID]*Account, locked map[uuid.UUID]bool, err error) {
	if err := tx.LimitLockWait(ctx, BriefWait); err != nil {
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

// LockFreeAccount is LockFreeAccounts for one account. If another transaction has locked it, it fails with an error that
// database.IsLocked recognizes.
func LockFreeAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	accounts, locked, err := LockFreeAccounts(ctx, tx, []uuid.UUID{id})
	if err == nil && locked[id] {
		err = database.ErrLocked
	}
	return accounts[id], err
}

func readHeldAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (map[uuid.UUID]*Account, error) {
	accounts := make(map[uuid.UUID]*Account, len(ids))
	err := database.FromIDs(tx, ids, func(source string, arguments []any) error {
		found, err := AccountTable.All(tx.Query(ctx, accountSelection+` WHERE a.id IN (SELECT v.column1 FROM `+source+`)`, arguments...))
		for _, account := range found {
			accounts[account.ID] = account
		}
		return err
	})
	return accounts, err
}

// HoldAccounts locks accounts until the transaction ends, in the order of their ids so that no two transactions deadlock.
// On SQLite the only writer has the whole file. When the transaction has waited as long as it may, it fails with an error
// that database.IsLocked recognizes.
func HoldAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) error {
	if tx.ForUpdate() == "" {
		return nil
	}
	ordered := slices.Clone(ids)
	slices.SortFunc(ordered, database.CompareIDs)
	return database.FromIDs(tx, slices.Compact(ordered), func(source string, arguments []any) error {
		_, err := tx.Exec(ctx, `SELECT id FROM trading_accounts WHERE id IN (SELECT v.column1 FROM `+source+`) ORDER BY id`+tx.ForUpdate(), arguments...)
		return err
	})
}

// accountLock is the pair of statements that locks and reads one account.
type accountLock struct{ hold, read string }

func newAccountLock(condition string) accountLock {
	return accountLock{`SELECT a.id FROM trading_accounts a WHERE ` + condition, accountSelection + ` WHERE ` + condition}
}

var (
	accountByID    = newAccountLock(`a.id = $1`)
	paperAccountOf = newAccountLock(`a.user_id = $1 AND a.kind = 'paper'`)
)

// LockAccount locks one account and reads it. It fails with NOT_FOUND.
func LockAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	return accountByID.lock(ctx, tx, id)
}

// lock locks the account that belongs to an id, reads it and asks further questions, all in one round trip; those are
// answered even when it fails with NOT_FOUND. An account created between the locking and the reading is read but not
// locked, and so counts as missing.
func (l accountLock) lock(ctx context.Context, tx *database.Tx, of uuid.UUID, more ...database.Question) (account *Account, err error) {
	questions := make([]database.Question, 0, 2+len(more))
	isHeld := true
	if lock := tx.ForUpdate(); lock != "" {
		isHeld = false
		// A separate statement, so that the money is read as of when the lock is acquired, not as of when the wait began.
		questions = append(questions, database.Question{Query: l.hold + lock, Arguments: []any{of}, Scan: func(row database.Row) error {
			isHeld = true
			var id uuid.UUID
			return row.Scan(&id)
		}})
	}
	questions = append(questions, database.Question{Query: l.read, Arguments: []any{of}, Scan: AccountTable.Into(&account)})
	if err := tx.Ask(ctx, append(questions, more...)...); err != nil {
		return nil, err
	}
	if account == nil || !isHeld {
		return nil, errNoAccount
	}
	return account, nil
}

func paperAccountID(ctx context.Context, from database.Querier, user uuid.UUID) (id uuid.UUID, err error) {
	err = from.QueryRow(ctx, `SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper'`, user).Scan(&id)
	return id, database.Missing(err, errNoAccount)
}

// InsertAccount writes an account unless it, or its user's paper account, already exists. It fails when the database does.
func InsertAccount(ctx context.Context, tx *database.Tx, a Account, now time.Time) (added bool, err error) {
	a.Funding = cmp.Or(a.Funding, PaperFunding)
	changed, err := storedAccountTable.InsertOr(ctx, tx, database.DoNothing, &storedAccount{Account: a, createdAt: now})
	return changed == 1, err
}

// setStatus writes the state of an account and, if that is closed, the time of its closing: now.
func setStatus(ctx context.Context, tx *database.Tx, account uuid.UUID, status AccountStatus, now time.Time) error {
	stored := storedAccount{Account: Account{ID: account, Status: status}}
	if status == AccountClosed {
		stored.closedAt = now
	}
	return storedAccountTable.Update(ctx, tx, &stored, "status", "closed_at")
}

// setOwnerLocked writes since when the owner of some accounts has been suspended; a zero time clears it.
func setOwnerLocked(ctx context.Context, tx *database.Tx, accounts []uuid.UUID, since time.Time) error {
	return database.FromIDs(tx, accounts, func(source string, values []any) error {
		arguments := database.Arguments(values)
		_, err := tx.Exec(ctx, `
			UPDATE trading_accounts SET owner_locked_at = `+arguments.Add(database.OptionalMicros(since))+`
			WHERE id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		return err
	})
}

// accountsLockedOtherwise reads which accounts of a user do not yet reflect whether their owner is suspended.
func accountsLockedOtherwise(ctx context.Context, from database.Querier, user uuid.UUID, isLocked bool) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `SELECT id FROM trading_accounts WHERE user_id = $1 AND (owner_locked_at IS NOT NULL) <> $2 ORDER BY id`, user, isLocked)
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}

func markClosing(ctx context.Context, tx *database.Tx, account uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET status = 'suspended', closing_since = $2 WHERE id = $1`, account, database.Micros(now))
	return err
}

// closeEmptied closes those accounts that are being closed and have no open positions left, and returns them. They must be
// locked.
func closeEmptied(ctx context.Context, tx *database.Tx, accounts []uuid.UUID, now time.Time) (closed []uuid.UUID, err error) {
	err = database.FromIDs(tx, accounts, func(source string, values []any) error {
		arguments := database.Arguments(values)
		query := `
			UPDATE trading_accounts SET status = 'closed', closed_at = ` + arguments.Add(database.Micros(now)) + `
			WHERE id IN (SELECT v.column1 FROM ` + source + `) AND closing_since IS NOT NULL AND status <> 'closed'
				AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.account_id = trading_accounts.id AND p.status = 'open')
			RETURNING id`
		rows, err := tx.Query(ctx, query, arguments...)
		found, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
		closed = append(closed, found...)
		return err
	})
	return closed, err
}

func setRisk(ctx context.Context, tx *database.Tx, account uuid.UUID, level RiskLevel) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET risk_level = $2 WHERE id = $1`, account, level)
	return err
}

// DropAccount removes an account that nothing refers to, for example after a failed opening. To verify that, the database
// reads the whole trading history: use it only to clean up after errors.
func DropAccount(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM trading_accounts WHERE id = $1`, account)
	return err
}

// accountOwner reads the user of an account.
func accountOwner(ctx context.Context, tx *database.Tx, account uuid.UUID) (user uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT user_id FROM trading_accounts WHERE id = $1`, account).Scan(&user)
	return user, err
}

// ReadBalances reads the balances of accounts, without the profit of open positions.
func ReadBalances(ctx context.Context, from database.Querier, accounts []uuid.UUID) (map[uuid.UUID]money.Decimal, error) {
	var arguments database.Arguments
	list := database.AddAll(&arguments, accounts)
	rows, err := from.Query(ctx, `
		SELECT owner_id, SUM(balance) FROM ledger_accounts
		WHERE owner_id IN `+list+` AND code IN ('cash', 'margin', 'hold', 'reserved') GROUP BY owner_id`, arguments...)
	balances := make(map[uuid.UUID]money.Decimal, len(accounts))
	err = database.EachRow(rows, err, func(row database.Row) error {
		var account uuid.UUID
		var balance money.Decimal
		if err := row.Scan(&account, &balance); err != nil {
			return err
		}
		balances[account] = balance
		return nil
	})
	return balances, err
}
