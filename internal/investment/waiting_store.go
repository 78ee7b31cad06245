package investment

import (
	"context"

	"bourse/internal/database"
)

// KYCWaiting counts what was handed in and not decided yet, in all tenants. It fails when the database does.
func (s *Service) KYCWaiting(ctx context.Context) (database.Waiting, error) {
	return database.CountWaiting(ctx, s.db, "kyc_submitted_at", "investment_accounts WHERE kyc_status = 'submitted'")
}
