package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// withdrawalTable maps withdrawals to their table.
var withdrawalTable = database.NewTable("withdrawals", func(w *Withdrawal, column database.Define) {
	column("id", &w.ID)
	column("tenant_id", database.Fixed(&w.TenantID))
	column("user_id", database.Fixed(&w.UserID))
	column("account_id", database.Fixed(&w.AccountID))
	column("amount", database.Fixed(&w.Amount))
	column("currency", database.Fixed(&w.Currency))
	column("status", &w.Status)
	column("method", database.Fixed(&w.Method))
	column("destination", database.Fixed(&w.destination))
	column("destination_hint", database.Fixed(&w.Hint))
	column("transfer_amount", &w.TransferAmount)
	column("reference", &w.Reference)
	column("reason", &w.Reason)
	column("decided_by", database.Optional(&w.decidedBy))
	column("completed_by", database.Optional(&w.completedBy))
	column("created_at", database.Fixed(&w.CreatedAt))
	column("decided_at", database.Optional(&w.DecidedAt))
	column("completed_at", database.Optional(&w.CompletedAt))
	column("refunded", database.Computed(refundsOfWithdrawal("succeeded"), &w.Refunded))
	column("refunding", database.Computed(refundsOfWithdrawal("pending"), &w.Refunding))
})

func refundsOfWithdrawal(status string) string {
	return `(SELECT COALESCE(SUM(refunds.amount), 0) FROM refunds
		WHERE refunds.withdrawal_id = withdrawals.id AND refunds.status = '` + status + `')`
}

var errNoWithdrawal = fault.New(fault.NotFound, "there is no such withdrawal")

func insertWithdrawal(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	return withdrawalTable.Insert(ctx, tx, w)
}

func saveWithdrawal(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	return withdrawalTable.Update(ctx, tx, w)
}

func readWithdrawal(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Withdrawal, error) {
	withdrawal, err := withdrawalTable.Scan(from.QueryRow(ctx, `
		SELECT `+withdrawalTable.Columns()+` FROM withdrawals WHERE id = $1 AND tenant_id = $2`, id, tenant))
	return withdrawal, database.Missing(err, errNoWithdrawal)
}

// lockWithdrawal reads a withdrawal of a tenant and locks it until the transaction ends. The row is locked before it
// is read: otherwise related data in other rows would be as it was before the wait.
func lockWithdrawal(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (*Withdrawal, error) {
	if lock := tx.ForUpdate(); lock != "" {
		var held uuid.UUID
		if err := tx.QueryRow(ctx, `SELECT id FROM withdrawals WHERE id = $1 AND tenant_id = $2`+lock, id, tenant).Scan(&held); err != nil {
			return nil, database.Missing(err, errNoWithdrawal)
		}
	}
	return readWithdrawal(ctx, tx, tenant, id)
}
