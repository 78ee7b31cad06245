package payments

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// WithdrawalStatus is where a withdrawal stands.
type WithdrawalStatus string

// The statuses of a withdrawal.
const (
	WithdrawalPending  WithdrawalStatus = "pending"
	WithdrawalApproved WithdrawalStatus = "approved"
	WithdrawalRejected WithdrawalStatus = "rejected"
)

// Withdrawal is money that goes out of an investment account. It is held there until an admin has decided.
type Withdrawal struct {
	ID, TenantID, UserID, AccountID uuid.UUID
	Amount                          money.Decimal
	Currency                        string
	Status                          WithdrawalStatus
	Reason                          string // of the decision
	CreatedAt, DecidedAt            time.Time

	decidedBy uuid.UUID
}

// decide approves or rejects a withdrawal. It fails with INVALID_TRANSITION when that has been done before.
func (w *Withdrawal) decide(decision Decision, by uuid.UUID, now time.Time) error {
	if w.Status != WithdrawalPending {
		return fault.New(fault.InvalidTransition, "the withdrawal is %s", w.Status)
	}
	w.Status = WithdrawalRejected
	if decision.Approve {
		w.Status = WithdrawalApproved
	}
	w.Reason, w.decidedBy, w.DecidedAt = decision.Reason, by, now
	return nil
}

const withdrawalColumns = `id, tenant_id, user_id, account_id, amount, currency, status, reason, decided_by, created_at, decided_at`

var errNoWithdrawal = fault.New(fault.NotFound, "there is no such withdrawal")

func scanWithdrawal(row database.Row) (*Withdrawal, error) {
	var w Withdrawal
	err := row.Scan(&w.ID, &w.TenantID, &w.UserID, &w.AccountID, &w.Amount, &w.Currency, &w.Status, &w.Reason,
		database.ID(&w.decidedBy), database.Time(&w.CreatedAt), database.Time(&w.DecidedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoWithdrawal
	}
	return &w, err
}

func insertWithdrawal(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO withdrawals (`+withdrawalColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		w.ID, w.TenantID, w.UserID, w.AccountID, w.Amount, w.Currency, w.Status, w.Reason,
		database.OptionalID(w.decidedBy), database.Micros(w.CreatedAt), database.OptionalMicros(w.DecidedAt))
	return err
}

func saveWithdrawal(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	_, err := tx.Exec(ctx, `UPDATE withdrawals SET status = $2, reason = $3, decided_by = $4, decided_at = $5 WHERE id = $1`,
		w.ID, w.Status, w.Reason, database.OptionalID(w.decidedBy), database.OptionalMicros(w.DecidedAt))
	return err
}

// lockWithdrawal reads a withdrawal of a tenant and holds it until the transaction ends.
func lockWithdrawal(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (*Withdrawal, error) {
	return scanWithdrawal(tx.QueryRow(ctx, `
		SELECT `+withdrawalColumns+` FROM withdrawals WHERE id = $1 AND tenant_id = $2`+tx.ForUpdate(), id, tenant))
}
