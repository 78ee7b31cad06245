package investment

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

const accountColumns = `id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status,
	kyc_reason, kyc_decided_by, kyc_submitted_at, kyc_decided_at, created_at, activated_at, closed_at, closing_since`

var errNoAccount = fault.New(fault.NotFound, "there is no such account")

func scanAccount(row database.Row) (*Account, error) {
	var a Account
	err := row.Scan(&a.ID, &a.TenantID, &a.UserID, &a.Agent, &a.InitialCapital, &a.RiskProfile, &a.Status, &a.KYCStatus,
		&a.KYCReason, database.ID(&a.KYCDecidedBy), database.Time(&a.KYCSubmittedAt), database.Time(&a.KYCDecidedAt),
		database.Time(&a.CreatedAt), database.Time(&a.ActivatedAt), database.Time(&a.ClosedAt), database.Time(&a.ClosingSince))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoAccount
	}
	return &a, err
}

func insertAccount(ctx context.Context, tx *database.Tx, a *Account) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO investment_accounts (`+accountColumns+`, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $13)`,
		a.ID, a.TenantID, a.UserID, a.Agent, a.InitialCapital, a.RiskProfile, a.Status, a.KYCStatus,
		a.KYCReason, database.OptionalID(a.KYCDecidedBy), database.OptionalMicros(a.KYCSubmittedAt),
		database.OptionalMicros(a.KYCDecidedAt), database.Micros(a.CreatedAt), database.OptionalMicros(a.ActivatedAt),
		database.OptionalMicros(a.ClosedAt), database.OptionalMicros(a.ClosingSince))
	if err != nil {
		return fmt.Errorf("insert an investment account: %w", err)
	}
	return nil
}

// updateAccount writes everything about an account that can change.
func updateAccount(ctx context.Context, tx *database.Tx, a *Account, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE investment_accounts
		SET risk_profile = $2, status = $3, kyc_status = $4, kyc_reason = $5, kyc_decided_by = $6, activated_at = $7,
		    closed_at = $8, updated_at = $9, kyc_submitted_at = $10, kyc_decided_at = $11, closing_since = $12
		WHERE id = $1`,
		a.ID, a.RiskProfile, a.Status, a.KYCStatus, a.KYCReason, database.OptionalID(a.KYCDecidedBy),
		database.OptionalMicros(a.ActivatedAt), database.OptionalMicros(a.ClosedAt), database.Micros(now),
		database.OptionalMicros(a.KYCSubmittedAt), database.OptionalMicros(a.KYCDecidedAt), database.OptionalMicros(a.ClosingSince))
	if err != nil {
		return fmt.Errorf("update an investment account: %w", err)
	}
	return nil
}

// lockOwner holds a user's row among the owners, so that nobody else adds an account or a connection of
// theirs until the transaction ends. It comes before every other row that the transaction holds.
func lockOwner(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO investment_owners (user_id, tenant_id) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET tenant_id = EXCLUDED.tenant_id`, user, tenant)
	if err != nil {
		return fmt.Errorf("hold the owner of investment accounts: %w", err)
	}
	return nil
}

// countOpenAccounts counts a user's accounts that are not closed.
func countOpenAccounts(ctx context.Context, from database.Querier, user uuid.UUID) (n int, err error) {
	err = from.QueryRow(ctx, `
		SELECT COUNT(*) FROM investment_accounts WHERE user_id = $1 AND status <> 'closed'`, user).Scan(&n)
	return n, err
}

// readAccounts reads a user's accounts, the newest first.
func readAccounts(ctx context.Context, from database.Querier, tenant, user uuid.UUID) ([]*Account, error) {
	rows, err := from.Query(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE user_id = $1 AND tenant_id = $2
		ORDER BY created_at DESC, id DESC`, user, tenant)
	return database.Collect(rows, err, scanAccount)
}

// readAccount reads a user's account. Any other is NOT_FOUND.
func readAccount(ctx context.Context, from database.Querier, tenant, user, id uuid.UUID) (*Account, error) {
	return scanAccount(from.QueryRow(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE id = $1 AND user_id = $2 AND tenant_id = $3`, id, user, tenant))
}

// lockAccount reads an account and holds it until the transaction ends. No such account is NOT_FOUND.
func lockAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	return scanAccount(tx.QueryRow(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE id = $1`+tx.ForUpdate(), id))
}
