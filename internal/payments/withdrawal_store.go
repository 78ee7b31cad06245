package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

const withdrawalColumns = `id, tenant_id, user_id, account_id, amount, currency, status, method, destination, destination_hint,
	transfer_amount, reference, reason, decided_by, completed_by, created_at, decided_at, completed_at,
	(SELECT COALESCE(SUM(refunds.amount), 0) FROM refunds WHERE refunds.withdrawal_id = withdrawals.id AND refunds.status = 'succeeded'),
	(SELECT COALESCE(SUM(refunds.amount), 0) FROM refunds WHERE refunds.withdrawal_id = withdrawals.id AND refunds.status = 'pending')`

var errNoWithdrawal = fault.New(fault.NotFound, "there is no such withdrawal")

func scanWithdrawal(row database.Row) (*Withdrawal, error) {
	var w Withdrawal
	err := row.Scan(&w.ID, &w.TenantID, &w.UserID, &w.AccountID, &w.Amount, &w.Currency, &w.Status, &w.Method, &w.destination, &w.Hint,
		&w.TransferAmount, &w.Reference, &w.Reason, database.ID(&w.decidedBy), database.ID(&w.completedBy),
		database.Time(&w.CreatedAt), database.Time(&w.DecidedAt), database.Time(&w.CompletedAt), &w.Refunded, &w.Refunding)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoWithdrawal
	}
	return &w, err
}

func insertWithdrawal(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO withdrawals (id, tenant_id, user_id, account_id, amount, currency, status, method, destination, destination_hint, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		w.ID, w.TenantID, w.UserID, w.AccountID, w.Amount, w.Currency, w.Status, w.Method, w.destination, w.Hint, database.Micros(w.CreatedAt))
	return err
}

func saveWithdrawal(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	_, err := tx.Exec(ctx, `
		UPDATE withdrawals SET status = $2, transfer_amount = $3, reference = $4, reason = $5, decided_by = $6, completed_by = $7,
			decided_at = $8, completed_at = $9
		WHERE id = $1`,
		w.ID, w.Status, w.TransferAmount, w.Reference, w.Reason, database.OptionalID(w.decidedBy), database.OptionalID(w.completedBy),
		database.OptionalMicros(w.DecidedAt), database.OptionalMicros(w.CompletedAt))
	return err
}

func readWithdrawal(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Withdrawal, error) {
	return scanWithdrawal(from.QueryRow(ctx, `
		SELECT `+withdrawalColumns+` FROM withdrawals WHERE id = $1 AND tenant_id = $2`, id, tenant))
}

// lockWithdrawal reads a withdrawal of a tenant and holds it until the transaction ends. The row is held before it
// is read: what belongs to it in other rows would otherwise be as it was before the wait.
func lockWithdrawal(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (*Withdrawal, error) {
	if lock := tx.ForUpdate(); lock != "" {
		if _, err := tx.Exec(ctx, `SELECT id FROM withdrawals WHERE id = $1`+lock, id); err != nil {
			return nil, err
		}
	}
	return readWithdrawal(ctx, tx, tenant, id)
}
