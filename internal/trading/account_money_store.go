package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// accountMoneySelection reads the money of accounts; append a condition on them, then accountMoneyGrouping. Granted money
// is what the account's opening booked.
const (
	accountMoneySelection = `
		SELECT a.id, a.funding,
			COALESCE(SUM(CASE WHEN l.code = 'cash' THEN l.balance ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN l.code = 'hold' THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code = 'debt' THEN l.balance ELSE 0 END), 0),
			COALESCE(-SUM(CASE WHEN l.code = 'external' THEN l.balance ELSE 0 END), 0),
			COALESCE((
				SELECT SUM(p.amount) FROM ledger_transactions t
				JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts c ON c.id = p.account_id AND c.code = 'cash'
				WHERE t.source_id = a.id AND t.source_type = 'trading_account' AND t.kind = 'capital'), 0)
		FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id
		WHERE a.kind = 'investment' AND `
	accountMoneyGrouping = ` GROUP BY a.id, a.funding ORDER BY a.id`
)

func scanAccountMoney(row database.Row) (m AccountMoney, err error) {
	err = row.Scan(&m.AccountID, &m.Funding, &m.Cash, &m.Held, &m.Owed, &m.External, &m.Granted)
	return m, err
}

// debtElsewhere reads what a user owes on their accounts other than this one.
func debtElsewhere(ctx context.Context, from database.Querier, user, account uuid.UUID) (owed money.Decimal, err error) {
	err = from.QueryRow(ctx, `
		SELECT COALESCE(-SUM(l.balance), 0)
		FROM trading_accounts a JOIN ledger_accounts l ON l.owner_id = a.id AND l.code = 'debt' AND l.currency = $3
		WHERE a.user_id = $1 AND a.id <> $2`, user, account, Currency).Scan(&owed)
	return owed, err
}

func readInvestmentMoney(ctx context.Context, from database.Querier, user uuid.UUID) ([]AccountMoney, error) {
	rows, err := from.Query(ctx, accountMoneySelection+`a.user_id = $1`+accountMoneyGrouping, user)
	return database.Collect(rows, err, scanAccountMoney)
}

// readAccountMoney reads the money of an investment account whose row is locked.
func readAccountMoney(ctx context.Context, from database.Querier, account uuid.UUID) (AccountMoney, error) {
	return scanAccountMoney(from.QueryRow(ctx, accountMoneySelection+`a.id = $1`+accountMoneyGrouping, account))
}
