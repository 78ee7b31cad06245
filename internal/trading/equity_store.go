package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
)

// readFlows reads the money paid into and out of accounts by day. What leaves an account after its closing is not counted:
// it was counted as paid out at the closing.
func readFlows(ctx context.Context, from database.Querier, accounts []*accountDays) error {
	return database.InBatches(accounts, func(batch []*accountDays) error { return readFlowsOf(ctx, from, batch) })
}

func readFlowsOf(ctx context.Context, from database.Querier, accounts []*accountDays) error {
	byExternal := make(map[uuid.UUID]*accountDays, len(accounts))
	externals := make([]uuid.UUID, len(accounts))
	for i, account := range accounts {
		externals[i] = ledger.AccountID(account.AccountID, ledger.External, Currency)
		byExternal[externals[i]] = account
	}
	var arguments database.Arguments
	list := database.AddAll(&arguments, externals)
	rows, err := from.Query(ctx, `
		SELECT p.account_id, t.created_at - t.created_at % 86400000000,
			SUM(CASE WHEN p.amount < 0 THEN -p.amount ELSE 0 END), SUM(CASE WHEN p.amount > 0 THEN p.amount ELSE 0 END)
		FROM ledger_accounts l
		JOIN trading_accounts a ON a.id = l.owner_id
		JOIN ledger_postings p ON p.account_id = l.id
		JOIN ledger_transactions t ON t.id = p.transaction_id
		WHERE l.id IN `+list+` AND (a.closed_at IS NULL OR t.created_at < a.closed_at)
		GROUP BY 1, 2 ORDER BY 2`, arguments...)
	err = database.EachRow(rows, err, func(row database.Row) error {
		var external uuid.UUID
		var f flow
		if err := row.Scan(&external, &f.day, &f.in, &f.out); err != nil {
			return err
		}
		byExternal[external].flows = append(byExternal[external].flows, f)
		return nil
	})
	return err
}

// readSnapshots reads the stored days of accounts, in order.
func readSnapshots(ctx context.Context, from database.Querier, accounts []*accountDays) error {
	byID := make(map[uuid.UUID]*accountDays, len(accounts))
	for _, account := range accounts {
		byID[account.AccountID] = account
	}
	return database.InBatches(accounts, func(batch []*accountDays) error {
		ids := make([]uuid.UUID, len(batch))
		for i, account := range batch {
			ids[i] = account.AccountID
		}
		var where database.Where
		database.In(&where, "account_id", ids)
		query := `SELECT ` + DayTable.Columns() + ` FROM equity_snapshots` + where.String() + ` ORDER BY account_id, day`
		ends, err := DayTable.AllValues(from.Query(ctx, query, where.Arguments...))
		for _, end := range ends {
			byID[end.Account].snapshots = append(byID[end.Account].snapshots, end)
		}
		return err
	})
}
