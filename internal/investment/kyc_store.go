package investment

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func storeKYCDetails(ctx context.Context, tx *database.Tx, account uuid.UUID, sealed []byte) error {
	if _, err := tx.Exec(ctx, `UPDATE investment_accounts SET kyc_details = $2 WHERE id = $1`, account, sealed); err != nil {
		return fmt.Errorf("store KYC details: %w", err)
	}
	return nil
}

// readKYCCases reads a page of a tenant's cases in one state, the oldest first, and counts them all.
func readKYCCases(ctx context.Context, from database.Querier, tenant uuid.UUID, state KYCStatus, page database.Page) ([]*Account, int, error) {
	var where database.Where
	where.Equal(`tenant_id`, tenant)
	where.Equal(`kyc_status`, state)
	where.And(`(kyc_status <> 'submitted' OR status <> 'closed')`)
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*) FROM investment_accounts`+where.String(), where.Arguments...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count KYC cases: %w", err)
	}
	query := `SELECT ` + accountColumns + ` FROM investment_accounts` + where.String() +
		` ORDER BY COALESCE(kyc_submitted_at, created_at), id` + where.Page(page)
	cases, err := accountTable.All(from.Query(ctx, query, where.Arguments...))
	return cases, total, err
}

// readKYCCase reads an account and what was sealed for it; nil when that is nothing. No such account is
// NOT_FOUND.
func readKYCCase(ctx context.Context, from database.Querier, id uuid.UUID) (*Account, []byte, error) {
	account, err := scanAccount(from.QueryRow(ctx, `SELECT `+accountColumns+` FROM investment_accounts WHERE id = $1`, id))
	if err != nil {
		return nil, nil, err
	}
	var sealed []byte
	err = from.QueryRow(ctx, `SELECT kyc_details FROM investment_accounts WHERE id = $1`, id).Scan(&sealed)
	return account, sealed, err
}
