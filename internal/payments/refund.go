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

// RefundStatus is where a refund stands.
type RefundStatus string

// The statuses of a refund.
const (
	RefundPending   RefundStatus = "pending"
	RefundSucceeded RefundStatus = "succeeded"
	RefundFailed    RefundStatus = "failed"
)

// Refund is money of a payment that goes back.
type Refund struct {
	ID, PaymentID, TenantID uuid.UUID
	Amount                  money.Decimal
	Status                  RefundStatus
	Reason                  string
	CreatedAt               time.Time
	CompletedAt             time.Time

	reference     string    // the provider's
	requestedBy   uuid.UUID // nil for those that nobody asked for
	withdrawalID  uuid.UUID // of which it is a part; nil otherwise
	attempts      int
	nextAttemptAt time.Time
}

// attemptLease is how long whoever calls the provider for a refund has it to themselves.
const attemptLease = 2 * time.Minute

// newRefund makes a refund of part of a payment, or of all that is left where amount is zero. It fails with
// INVALID_TRANSITION when there is nothing to pay back, and with VALIDATION_ERROR when the amount is more
// than what is left after those that are under way.
func (p *Payment) newRefund(amount, underWay money.Decimal, reason string, by uuid.UUID, now time.Time) (*Refund, error) {
	if p.paidAt.IsZero() {
		return nil, fault.New(fault.InvalidTransition, "the payment is %s: no money has come in", p.Status)
	}
	left := p.left(underWay)
	if left.IsZero() {
		return nil, fault.New(fault.InvalidTransition, "all of the payment is refunded, disputed or about to be refunded")
	}
	if amount.IsZero() {
		amount = left
	}
	if amount.GreaterThan(left) {
		return nil, fault.Invalid("amount", "only %s can be refunded", left)
	}
	return &Refund{
		ID: newID(), PaymentID: p.ID, TenantID: p.TenantID, Amount: amount, Status: RefundPending, Reason: reason,
		CreatedAt: now, requestedBy: by, nextAttemptAt: now.Add(attemptLease),
	}, nil
}

// postpone schedules the next call to the provider: after one minute, two, four, up to an hour.
func (r *Refund) postpone(now time.Time) {
	r.attempts++
	r.nextAttemptAt = now.Add(min(time.Minute<<min(r.attempts-1, 6), longestPause))
}

// end gives a refund its outcome.
func (r *Refund) end(status RefundStatus, now time.Time) {
	r.Status, r.CompletedAt, r.nextAttemptAt = status, now, time.Time{}
}

const refundColumns = `id, payment_id, tenant_id, amount, status, reason, provider_reference, requested_by, attempts,
	next_attempt_at, created_at, completed_at, withdrawal_id`

func scanRefund(row database.Row) (*Refund, error) {
	var r Refund
	var reference sql.NullString
	err := row.Scan(&r.ID, &r.PaymentID, &r.TenantID, &r.Amount, &r.Status, &r.Reason, &reference, database.ID(&r.requestedBy),
		&r.attempts, database.Time(&r.nextAttemptAt), database.Time(&r.CreatedAt), database.Time(&r.CompletedAt), database.ID(&r.withdrawalID))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "there is no such refund")
	}
	r.reference = reference.String
	return &r, err
}

func insertRefund(ctx context.Context, tx *database.Tx, r *Refund) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO refunds (`+refundColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		r.ID, r.PaymentID, r.TenantID, r.Amount, r.Status, r.Reason, optionalText(r.reference), r.requestedBy, r.attempts,
		database.OptionalMicros(r.nextAttemptAt), database.Micros(r.CreatedAt), database.OptionalMicros(r.CompletedAt),
		database.OptionalID(r.withdrawalID))
	tx.Notify(refundsTopic, r.ID.String())
	return err
}

func saveRefund(ctx context.Context, tx *database.Tx, r *Refund) error {
	_, err := tx.Exec(ctx, `
		UPDATE refunds SET status = $2, provider_reference = $3, attempts = $4, next_attempt_at = $5, completed_at = $6
		WHERE id = $1`,
		r.ID, r.Status, optionalText(r.reference), r.attempts, database.OptionalMicros(r.nextAttemptAt),
		database.OptionalMicros(r.CompletedAt))
	return err
}

func readRefund(ctx context.Context, from database.Querier, id uuid.UUID) (*Refund, error) {
	return scanRefund(from.QueryRow(ctx, `SELECT `+refundColumns+` FROM refunds WHERE id = $1`, id))
}

// readRefundByReference finds the refund of a payment that the provider knows by a name. It fails with NOT_FOUND.
func readRefundByReference(ctx context.Context, from database.Querier, payment uuid.UUID, reference string) (*Refund, error) {
	return scanRefund(from.QueryRow(ctx, `
		SELECT `+refundColumns+` FROM refunds WHERE payment_id = $1 AND provider_reference = $2`, payment, reference))
}

// pendingRefundsOf reads the refunds of a withdrawal that are not decided, in the order in which they were planned.
func pendingRefundsOf(ctx context.Context, from database.Querier, withdrawal uuid.UUID) ([]*Refund, error) {
	rows, err := from.Query(ctx, `
		SELECT `+refundColumns+` FROM refunds WHERE withdrawal_id = $1 AND status = 'pending' ORDER BY id`, withdrawal)
	return database.Collect(rows, err, scanRefund)
}

// underWay sums the refunds of a payment that are not decided. Whoever adds one holds the payment.
func underWay(ctx context.Context, tx *database.Tx, payment uuid.UUID) (sum money.Decimal, err error) {
	err = tx.QueryRow(ctx, `
		SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = $1 AND status = 'pending'`, payment).Scan(&sum)
	return sum, err
}

// addRefunds puts the refunds of payments into them.
func addRefunds(ctx context.Context, from database.Querier, payments ...*Payment) error {
	if len(payments) == 0 {
		return nil
	}
	byID := make(map[uuid.UUID]*Payment, len(payments))
	ids := make([]any, len(payments))
	for i, p := range payments {
		byID[p.ID], ids[i] = p, p.ID
	}
	rows, err := from.Query(ctx, `
		SELECT `+refundColumns+` FROM refunds
		WHERE payment_id IN `+database.Placeholders(1, len(ids))+` ORDER BY payment_id, id`, ids...)
	found, err := database.Collect(rows, err, scanRefund)
	for _, refund := range found {
		p := byID[refund.PaymentID]
		p.Refunds = append(p.Refunds, *refund)
	}
	return err
}
