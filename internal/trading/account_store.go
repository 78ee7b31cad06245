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
	"bourse/internal/money"
)

// AccountColumns and AccountMoneyJoins read accounts with their money, for ScanAccount and for whoever joins accounts to rows of its own.
const AccountColumns = `a.id, a.tenant_id, a.user_id, a.kind, a.status, a.closing_since IS NOT NULL AND a.status <> 'closed', a.risk_level, c.balance, m.balance`

// AccountMoneyJoins joins the two ledger accounts. They change only under the account's row, so they may be read
// beside the lock.
const AccountMoneyJoins = `
	FROM trading_accounts a
	JOIN ledger_accounts c ON c.owner_id = a.id AND c.code = 'cash' AND c.currency = 'USD'
	JOIN ledger_accounts m ON m.owner_id = a.id AND m.code = 'margin' AND m.currency = 'USD'`

// ScanAccount reads an account behind what else stands before it in the row.
func ScanAccount(row database.Row, before ...any) (*Account, error) {
	var a Account
	err := row.Scan(append(before, &a.ID, &a.TenantID, database.ID(&a.UserID), &a.Kind, &a.Status, &a.Closing, &a.Risk, &a.Cash, &a.Margin)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoAccount
	}
	return &a, err
}

var errNoAccount = fault.New(fault.NotFound, "there is no such account")

// LockFreeAccounts holds those of some accounts that nobody else holds, reads them with their money and tells which
// are locked. From here on the transaction waits for other locks a moment only: it must not keep what it holds for
// somebody who keeps something else. It fails with what database.IsLocked knows when it would have to.
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

// LockFreeAccount is lockFreeAccounts for one. It fails with what database.IsLocked knows when somebody else holds it.
func LockFreeAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	accounts, locked, err := LockFreeAccounts(ctx, tx, []uuid.UUID{id})
	if err == nil && locked[id] {
		err = database.ErrLocked
	}
	return accounts[id], err
}

func readHeldAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (map[uuid.UUID]*Account, error) {
	accounts := make(map[uuid.UUID]*Account, len(ids))
	err := database.FromRows(tx, []string{"TEXT"}, ids, IDRow, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `SELECT `+AccountColumns+AccountMoneyJoins+` WHERE a.id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		found, err := database.Collect(rows, err, func(row database.Row) (*Account, error) { return ScanAccount(row) })
		for _, account := range found {
			accounts[account.ID] = account
		}
		return err
	})
	return accounts, err
}

// HoldAccounts holds accounts until the transaction ends, in the order of their ids so that no two transactions wait
// for each other. SQLite's only writer has the whole file. It fails with what database.IsLocked knows when the
// transaction has waited as long as it may.
func HoldAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) error {
	if tx.ForUpdate() == "" {
		return nil
	}
	ordered := slices.Clone(ids)
	slices.SortFunc(ordered, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return database.FromRows(tx, []string{"TEXT"}, slices.Compact(ordered), IDRow, func(source string, arguments []any) error {
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

// LockAccount holds one account and reads it. It fails with NOT_FOUND.
func LockAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	if err := holdRows(ctx, tx, `SELECT id FROM trading_accounts WHERE id = $1`, id); err != nil {
		return nil, err
	}
	return ScanAccount(tx.QueryRow(ctx, `SELECT `+AccountColumns+AccountMoneyJoins+` WHERE a.id = $1`, id))
}

func paperAccountID(ctx context.Context, from database.Querier, user uuid.UUID) (id uuid.UUID, err error) {
	err = from.QueryRow(ctx, `SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper'`, user).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoAccount
	}
	return id, err
}

// InsertAccount writes an account, unless it, or the paper account of its user, is there. It fails when the database does.
func InsertAccount(ctx context.Context, tx *database.Tx, a Account, now time.Time) (added bool, err error) {
	changed, err := tx.Exec(ctx, `
		INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, funding, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT DO NOTHING`,
		a.ID, a.TenantID, database.OptionalID(a.UserID), a.Kind, a.Status, cmp.Or(a.Funding, PaperFunding), database.Micros(now))
	return changed == 1, err
}

// closedAt is when an account that comes to a state was closed: now, or not at all.
func closedAt(status AccountStatus, now time.Time) sql.NullInt64 {
	if status != AccountClosed {
		return sql.NullInt64{}
	}
	return database.OptionalMicros(now)
}

func setStatus(ctx context.Context, tx *database.Tx, account uuid.UUID, status AccountStatus, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET status = $2, closed_at = $3 WHERE id = $1`, account, status, closedAt(status, now))
	return err
}

func markClosing(ctx context.Context, tx *database.Tx, account uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET status = 'suspended', closing_since = $2 WHERE id = $1`, account, database.Micros(now))
	return err
}

// closeEmptied closes those of the accounts that are being closed and have nothing open any more, and returns them.
// They must be held.
func closeEmptied(ctx context.Context, tx *database.Tx, accounts []uuid.UUID, now time.Time) (closed []uuid.UUID, err error) {
	err = database.FromRows(tx, []string{"TEXT"}, accounts, IDRow, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `
			UPDATE trading_accounts SET status = 'closed', closed_at = $`+itoa(len(arguments)+1)+`
			WHERE id IN (SELECT v.column1 FROM `+source+`) AND closing_since IS NOT NULL AND status <> 'closed'
				AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.account_id = trading_accounts.id AND p.status = 'open')
			RETURNING id`, append(arguments, database.Micros(now))...)
		found, err := database.Collect(rows, err, ScanID)
		closed = append(closed, found...)
		return err
	})
	return closed, err
}

func setRisk(ctx context.Context, tx *database.Tx, account uuid.UUID, level RiskLevel) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET risk_level = $2 WHERE id = $1`, account, level)
	return err
}

// DropAccount removes an account that nothing refers to.
func DropAccount(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM trading_accounts WHERE id = $1`, account)
	return err
}

// accountOwner reads whose account it is.
func accountOwner(ctx context.Context, tx *database.Tx, account uuid.UUID) (user uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `SELECT user_id FROM trading_accounts WHERE id = $1`, account).Scan(&user)
	return user, err
}

// ReadBalances reads what accounts have without the profit of open positions.
func ReadBalances(ctx context.Context, from database.Querier, accounts []uuid.UUID) (map[uuid.UUID]money.Decimal, error) {
	rows, err := from.Query(ctx, `
		SELECT owner_id, SUM(balance) FROM ledger_accounts
		WHERE owner_id IN `+database.Placeholders(1, len(accounts))+` AND code IN ('cash', 'margin', 'hold') GROUP BY owner_id`,
		IDArguments(accounts)...)
	balances := make(map[uuid.UUID]money.Decimal, len(accounts))
	_, err = database.Collect(rows, err, func(row database.Row) (none struct{}, err error) {
		var account uuid.UUID
		var balance money.Decimal
		err = row.Scan(&account, &balance)
		balances[account] = balance
		return none, err
	})
	return balances, err
}
