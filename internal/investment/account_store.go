package investment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// accountTable maps accounts to their table.
var accountTable = database.NewTable("investment_accounts", func(a *Account, column database.Define) {
	column("id", &a.ID)
	column("tenant_id", database.Fixed(&a.TenantID))
	column("user_id", database.Fixed(&a.UserID))
	column("trading_agent", database.Fixed(&a.Agent))
	column("initial_capital", database.Fixed(&a.InitialCapital))
	column("risk_profile", &a.RiskProfile)
	column("status", &a.Status)
	column("kyc_status", &a.KYCStatus)
	column("kyc_reason", &a.KYCReason)
	column("kyc_decided_by", database.Optional(&a.KYCDecidedBy))
	column("kyc_submitted_at", database.Optional(&a.KYCSubmittedAt))
	column("kyc_decided_at", database.Optional(&a.KYCDecidedAt))
	column("created_at", database.Fixed(&a.CreatedAt))
	column("updated_at", &a.updatedAt)
	column("activated_at", database.Optional(&a.ActivatedAt))
	column("closed_at", database.Optional(&a.ClosedAt))
	column("closing_since", database.Optional(&a.ClosingSince))
})

var (
	accountColumns = accountTable.Columns()
	errNoAccount   = fault.New(fault.NotFound, "there is no such account")
)

func scanAccount(row database.Row) (*Account, error) {
	account, err := accountTable.Scan(row)
	return account, database.Missing(err, errNoAccount)
}

func insertAccount(ctx context.Context, tx *database.Tx, a *Account) error {
	a.updatedAt = a.CreatedAt
	if err := accountTable.Insert(ctx, tx, a); err != nil {
		return fmt.Errorf("insert an investment account: %w", err)
	}
	return nil
}

// updateAccount writes everything about an account that can change.
func updateAccount(ctx context.Context, tx *database.Tx, a *Account, now time.Time) error {
	a.updatedAt = now
	if err := accountTable.Update(ctx, tx, a); err != nil {
		return fmt.Errorf("update an investment account: %w", err)
	}
	return nil
}

// lockOwner locks a user's row among the owners, so that nobody else adds an account or a connection of theirs until
// the transaction ends. Locking order: after the person and their case, and before every other row.
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

// readAccounts reads a user's accounts, newest first.
func readAccounts(ctx context.Context, from database.Querier, tenant, user uuid.UUID) ([]*Account, error) {
	return accountTable.All(from.Query(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE user_id = $1 AND tenant_id = $2
		ORDER BY created_at DESC, id DESC`, user, tenant))
}

// readAccount reads a user's account. It fails with NOT_FOUND for any other.
func readAccount(ctx context.Context, from database.Querier, tenant, user, id uuid.UUID) (*Account, error) {
	return scanAccount(from.QueryRow(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE id = $1 AND user_id = $2 AND tenant_id = $3`, id, user, tenant))
}

// lockAccount reads an account and locks it until the transaction ends. It fails with NOT_FOUND.
func lockAccount(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	return scanAccount(tx.QueryRow(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE id = $1`+tx.ForUpdate(), id))
}
