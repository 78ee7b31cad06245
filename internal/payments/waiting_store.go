package payments

import (
	"context"

	"bourse/internal/database"
)

// Waiting is what has not been settled yet.
type Waiting struct {
	ToDecide   database.Waiting // withdrawals, by an administrator
	ToTransfer database.Waiting // withdrawals that are approved
	Payments   database.Waiting // that the provider is still asked about, by when it is asked next
	Refunds    database.Waiting // that the provider has not confirmed, by when it is tried next
}

// Waiting counts what has not been settled yet, in all tenants. It fails when the database does.
func (s *Service) Waiting(ctx context.Context) (waiting Waiting, err error) {
	for _, one := range []struct {
		into        *database.Waiting
		since, rows string
	}{
		{&waiting.ToDecide, "created_at", "withdrawals WHERE status = 'requested'"},
		{&waiting.ToTransfer, "created_at", "withdrawals WHERE status = 'approved'"},
		{&waiting.Payments, "next_check_at", "payments WHERE next_check_at IS NOT NULL"},
		{&waiting.Refunds, "next_attempt_at", "refunds WHERE next_attempt_at IS NOT NULL"},
	} {
		if *one.into, err = database.CountWaiting(ctx, s.db, one.since, one.rows); err != nil {
			return waiting, err
		}
	}
	return waiting, nil
}
