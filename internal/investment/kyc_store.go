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
func readKYCCases(ctx context.Context, from database.Querier, tenant uuid.UUID, state KYCStatus, page Page) ([]*Account, int, error) {
	const where = `
		FROM investment_accounts
		WHERE tenant_id = $1 AND kyc_status = $2 AND (kyc_status <> 'submitted' OR status <> 'closed')`
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*)`+where, tenant, state).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count KYC cases: %w", err)
	}
	rows, err := from.Query(ctx, `SELECT `+accountColumns+where+`
		ORDER BY COALESCE(kyc_submitted_at, created_at), id LIMIT $3 OFFSET $4`,
		tenant, state, page.Limit, page.offset())
	cases, err := database.Collect(rows, err, scanAccount)
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
