package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Balance returns the balance of an account. It fails with NOT_FOUND for an account that was never opened.
func Balance(ctx context.Context, q database.Querier, account uuid.UUID) (money.Decimal, error) {
	var balance money.Decimal
	err := q.QueryRow(ctx, `SELECT balance FROM ledger_accounts WHERE id = $1`, account).Scan(&balance)
	return balance, database.Missing(err, fault.New(fault.NotFound, "there is no such account"))
}

// BalancesOf returns the balance of each account; one that was never opened is not in the map.
func BalancesOf(ctx context.Context, q database.Querier, accounts ...uuid.UUID) (map[uuid.UUID]money.Decimal, error) {
	balances := make(map[uuid.UUID]money.Decimal, len(accounts))
	err := inBatches(accounts, func(batch []uuid.UUID) error {
		var where database.Where
		database.In(&where, `id`, batch)
		return eachRow(ctx, q, `SELECT id, balance FROM ledger_accounts`+where.String(), where.Arguments, func(row database.Row) error {
			var id uuid.UUID
			var balance money.Decimal
			err := row.Scan(&id, &balance)
			balances[id] = balance
			return err
		})
	})
	return balances, err
}

// Posting is one line of an account's statement.
type Posting struct {
	TransactionID uuid.UUID
	Amount        money.Decimal
	BalanceAfter  money.Decimal
	SourceType    string
	SourceID      string
	Kind          string
	CreatedAt     time.Time
}

// Statement lists at most limit postings of the tenant's account, latest first. It begins after the posting of the
// transaction before: the nil UUID means the beginning, and the TransactionID of a page's last posting leads to the
// next page. A limit below 1 is a programming error.
func (l *Ledger) Statement(ctx context.Context, q database.Querier, tenant, account, before uuid.UUID, limit int) ([]Posting, error) {
	if limit < 1 {
		return nil, fmt.Errorf("a statement of %d lines was asked for", limit)
	}
	arguments := database.Arguments{account, tenant}
	query := `
		SELECT t.id, p.amount, p.balance_after, t.source_type, t.source_id, t.kind, t.created_at
		FROM ledger_postings AS p
		JOIN ledger_accounts AS a ON a.id = p.account_id
		JOIN ledger_transactions AS t ON t.id = p.transaction_id
		WHERE p.account_id = $1 AND a.tenant_id = $2` + arguments.Below("p.transaction_id", before) + `
		ORDER BY p.transaction_id DESC
		LIMIT ` + arguments.Add(limit)
	rows, err := q.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (Posting, error) {
		var p Posting
		err := row.Scan(&p.TransactionID, &p.Amount, &p.BalanceAfter, &p.SourceType, &p.SourceID, &p.Kind,
			database.Time(&p.CreatedAt))
		return p, err
	})
}
