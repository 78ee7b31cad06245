package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// accountMoneySelection reads the money of accounts; a condition on them follows, and then accountMoneyGrouping.
// What was granted is what the account's opening has booked.
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

func readInvestmentMoney(ctx context.Context, from database.Querier, user uuid.UUID) ([]AccountMoney, error) {
	rows, err := from.Query(ctx, accountMoneySelection+`a.user_id = $1`+accountMoneyGrouping, user)
	return database.Collect(rows, err, scanAccountMoney)
}

// readAccountMoney reads the money of an investment account whose row is held.
func readAccountMoney(ctx context.Context, from database.Querier, account uuid.UUID) (AccountMoney, error) {
	return scanAccountMoney(from.QueryRow(ctx, accountMoneySelection+`a.id = $1`+accountMoneyGrouping, account))
}
