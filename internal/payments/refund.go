package payments

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// RefundStatus is the state of a refund.
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
	requestedBy   uuid.UUID // nil if nobody asked for it
	withdrawalID  uuid.UUID // nil unless it is part of one
	attempts      int
	nextAttemptAt time.Time
}

// attemptLease is how long a caller of the provider has a refund to itself.
const attemptLease = 2 * time.Minute

// newRefund creates a refund of part of a payment, or of all that is left if the amount is zero. It fails with
// INVALID_TRANSITION when there is nothing to pay back, and with VALIDATION_ERROR when the amount is more than what
// is left after pending refunds.
func (p *Payment) newRefund(amount, underWay money.Decimal, reason string, by uuid.UUID, now time.Time) (*Refund, error) {
	if p.PaidAt.IsZero() {
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
		ID: database.NewID(), PaymentID: p.ID, TenantID: p.TenantID, Amount: amount, Status: RefundPending, Reason: reason,
		CreatedAt: now, requestedBy: by, nextAttemptAt: now.Add(attemptLease),
	}, nil
}

// countRefunded adds to what has gone back, or subtracts what came back, and sets the payment's status accordingly. A
// payment whose money bought nothing keeps its status.
func (p *Payment) countRefunded(amount money.Decimal) {
	isStranded := p.isStranded()
	p.Refunded = p.Refunded.Add(amount)
	switch {
	case isStranded:
	case p.Refunded == p.Amount:
		p.Status = Refunded
	case p.Refunded.IsZero():
		p.Status = Succeeded
	default:
		p.Status = PartiallyRefunded
	}
}

// mayBeMade reports whether the provider may already have been asked for the refund: an attempt was recorded, or the
// time for one has passed and the process that made it may have died before recording it.
func (r *Refund) mayBeMade(now time.Time) bool {
	return r.attempts > 0 || !now.Before(r.CreatedAt.Add(attemptLease))
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
