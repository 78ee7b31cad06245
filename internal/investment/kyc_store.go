package investment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// activationBatch is how many accounts are activated before looking for more.
const activationBatch = 100

// findAccount reads an account without locking it. It fails with NOT_FOUND.
func findAccount(ctx context.Context, from database.Querier, id uuid.UUID) (*Account, error) {
	return scanAccount(from.QueryRow(ctx, `SELECT `+accountColumns+` FROM investment_accounts WHERE id = $1`, id))
}

// lockOpenAccounts reads a user's accounts that are not closed and locks them until the transaction ends.
func lockOpenAccounts(ctx context.Context, tx *database.Tx, user uuid.UUID) ([]*Account, error) {
	return accountTable.All(tx.Query(ctx, `
		SELECT `+accountColumns+` FROM investment_accounts
		WHERE user_id = $1 AND status <> 'closed'
		ORDER BY id`+tx.ForUpdate(), user))
}

// showCaseOnClosed copies the owner's case to their closed accounts, which may be many: the money of a closed account
// may leave when its owner is approved.
func showCaseOnClosed(ctx context.Context, tx *database.Tx, c OwnerCase, now time.Time) error {
	var decidedBy any // NULL if nobody has
	if c.DecidedBy != uuid.Nil {
		decidedBy = c.DecidedBy
	}
	_, err := tx.Exec(ctx, `
		UPDATE investment_accounts
		SET kyc_status = $2, kyc_reason = $3, kyc_decided_by = $4, kyc_submitted_at = $5, kyc_decided_at = $6, updated_at = $7
		WHERE user_id = $1 AND status = 'closed'`,
		c.UserID, c.Status, c.Reason, decidedBy, database.OptionalMicros(c.SubmittedAt), database.OptionalMicros(c.DecidedAt), database.Micros(now))
	if err != nil {
		return fmt.Errorf("show a case on closed accounts: %w", err)
	}
	return nil
}

// isApprovalOver reports whether a user's approval has ended, even before their accounts show it.
func isApprovalOver(ctx context.Context, from database.Querier, user uuid.UUID, now time.Time) (isOver bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM kyc_cases WHERE user_id = $1 AND expires_at <= $2)`, user, database.Micros(now)).Scan(&isOver)
	return isOver, err
}

// accountsToActivate finds some accounts that wait although their owner is approved, skipping the given number.
func accountsToActivate(ctx context.Context, from database.Querier, without int) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT id FROM investment_accounts WHERE status = 'pending_kyc' AND kyc_status = 'approved' ORDER BY id LIMIT $1 OFFSET $2`, activationBatch, without)
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}

// ownerCaseTable maps the part of KYC's cases that those see who decide on them.
var ownerCaseTable = database.NewTable("kyc_cases", func(c *OwnerCase, column database.Define) {
	column("tenant_id", &c.TenantID)
	column("user_id", &c.UserID)
	column("state", &c.Status)
	column("reason", &c.Reason)
	column("decided_by", database.Optional(&c.DecidedBy))
	column("submitted_at", database.Optional(&c.SubmittedAt))
	column("decided_at", database.Optional(&c.DecidedAt))
})

// readKYCCases reads a page of a tenant's accounts whose owner's case is in one state, oldest first, and counts them
// all. They show the case itself: a renewal that waits or was rejected, even while the previous approval counts for
// the account.
func readKYCCases(ctx context.Context, from database.Querier, tenant uuid.UUID, state KYCStatus, page database.Page) ([]*Account, int, error) {
	var where database.Where
	where.Equal(`c.tenant_id`, tenant)
	where.Equal(`c.state`, state)
	where.And(`(c.state <> 'submitted' OR a.status <> 'closed')`)
	source := ` FROM kyc_cases c JOIN investment_accounts a ON a.user_id = c.user_id` + where.String()
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*)`+source, where.Arguments...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count KYC cases: %w", err)
	}
	rows, err := from.Query(ctx, `SELECT `+accountTable.ColumnsOf("a")+`, `+ownerCaseTable.ColumnsOf("c")+source+`
		ORDER BY COALESCE(c.submitted_at, c.created_at), c.id, a.id`+where.Page(page), where.Arguments...)
	cases, err := database.Collect(rows, err, func(row database.Row) (*Account, error) {
		account, ownerCase, err := database.ScanBoth(row, accountTable, ownerCaseTable)
		if err == nil {
			account.follow(*ownerCase)
		}
		return account, err
	})
	return cases, total, err
}
