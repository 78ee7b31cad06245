package payments

import (
	"context"
	"time"

	"bourse/internal/database"
)

// Waiting counts what has not been settled yet.
type Waiting struct {
	ToDecide   database.Waiting // withdrawals, by an administrator
	ToTransfer database.Waiting // withdrawals that are approved
	Payments   database.Waiting // that the provider is still asked about, by when it should have answered
	Refunds    database.Waiting // that are undecided, by when the provider should have reported
}

// bankPatience is how long a refund accepted by the provider may take: some banks take more than a week.
const bankPatience = 14 * 24 * time.Hour

// The time of the next check or refund attempt does not say how long we have waited in vain: both are moved ahead
// before each attempt. A payment's row is written with each answer of its provider, and the next answer is expected
// as scheduleCheck plans it.
const (
	answerDue = `updated_at + CASE WHEN updated_at - created_at < $1 THEN $1 WHEN updated_at - created_at > $2 THEN $2 ELSE updated_at - created_at END`
	refundDue = `CASE WHEN provider_reference IS NULL THEN created_at ELSE created_at + $1 END`
)

// Waiting counts what has not been settled yet, in all tenants. It fails when the database does.
func (s *Service) Waiting(ctx context.Context) (waiting Waiting, err error) {
	for _, one := range []struct {
		into        *database.Waiting
		since, rows string
		args        []any
	}{
		{&waiting.ToDecide, "created_at", "withdrawals WHERE status = 'requested'", nil},
		{&waiting.ToTransfer, "created_at", "withdrawals WHERE status = 'approved'", nil},
		{&waiting.Payments, answerDue, "payments WHERE next_check_at IS NOT NULL", []any{firstCheck.Microseconds(), longestPause.Microseconds()}},
		{&waiting.Refunds, refundDue, "refunds WHERE next_attempt_at IS NOT NULL", []any{bankPatience.Microseconds()}},
	} {
		if *one.into, err = database.CountWaiting(ctx, s.db, one.since, one.rows, one.args...); err != nil {
			return waiting, err
		}
	}
	return waiting, nil
}
