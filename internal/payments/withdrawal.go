package payments

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// WithdrawalStatus is the state of a withdrawal.
type WithdrawalStatus string

// The statuses of a withdrawal: requested becomes approved, rejected or cancelled, and approved paid or failed.
const (
	WithdrawalRequested WithdrawalStatus = "requested"
	WithdrawalApproved  WithdrawalStatus = "approved"
	WithdrawalPaid      WithdrawalStatus = "paid"
	WithdrawalFailed    WithdrawalStatus = "failed"
	WithdrawalRejected  WithdrawalStatus = "rejected"
	WithdrawalCancelled WithdrawalStatus = "cancelled"
)

// Withdrawal is money that leaves an investment account. It is held there until it has gone or comes back.
type Withdrawal struct {
	ID, TenantID, UserID, AccountID uuid.UUID
	Amount                          money.Decimal
	// TransferAmount is the part that cannot go back to where it came from, and is paid by a transfer.
	TransferAmount       money.Decimal
	Refunded, Refunding  money.Decimal // by refunds of deposits: done, and pending
	Currency             string
	Status               WithdrawalStatus
	Method, Hint         string       // of the destination; empty for old ones
	Destination          *Destination // in full; only for whoever makes the transfer
	Reference            string       // of the transfer
	Reason               string       // of the decision, or of the failure
	CreatedAt, DecidedAt time.Time
	CompletedAt          time.Time // when it was paid, failed or cancelled

	destination            []byte // sealed
	decidedBy, completedBy uuid.UUID
}

// expect fails with INVALID_TRANSITION unless the withdrawal has the status that a step starts from.
func (w *Withdrawal) expect(status WithdrawalStatus) error {
	if w.Status != status {
		return fault.New(fault.InvalidTransition, "the withdrawal is %s", w.Status)
	}
	return nil
}

// decide approves or rejects a withdrawal. It fails with INVALID_TRANSITION unless it is requested.
func (w *Withdrawal) decide(decision Decision, by uuid.UUID, now time.Time) error {
	if err := w.expect(WithdrawalRequested); err != nil {
		return err
	}
	w.Status = WithdrawalRejected
	if decision.Approve {
		w.Status = WithdrawalApproved
	}
	w.Reason, w.decidedBy, w.DecidedAt = decision.Reason, by, now
	return nil
}

// cancel ends a withdrawal at its owner's request. It fails with INVALID_TRANSITION unless it is requested.
func (w *Withdrawal) cancel(now time.Time) error {
	if err := w.expect(WithdrawalRequested); err != nil {
		return err
	}
	w.complete(WithdrawalCancelled, w.UserID, now)
	return nil
}

// endTransfer ends an approved withdrawal with the result of its transfer. It fails with INVALID_TRANSITION while
// refunds are pending, because they may still add to the transfer.
func (w *Withdrawal) endTransfer(status WithdrawalStatus, by uuid.UUID, now time.Time) error {
	if err := w.expect(WithdrawalApproved); err != nil {
		return err
	}
	if w.Refunding.IsPositive() {
		return fault.New(fault.InvalidTransition, "refunds of %s are under way: the transfer follows when they are settled", w.Refunding)
	}
	w.complete(status, by, now)
	return nil
}

// refundSettled counts a refund that is part of the withdrawal and has just been settled: a failed one is paid by
// transfer instead. It reports whether nothing is left to pay, which makes the withdrawal paid. A part that had gone
// and came back is on the account again and no longer the withdrawal's.
func (w *Withdrawal) refundSettled(refund *Refund, now time.Time) (isPaid bool) {
	w.Refunding = w.Refunding.Sub(refund.Amount)
	if refund.Status == RefundSucceeded {
		w.Refunded = w.Refunded.Add(refund.Amount)
	} else {
		w.TransferAmount = w.TransferAmount.Add(refund.Amount)
	}
	isPaid = w.Status == WithdrawalApproved && w.Refunding.IsZero() && w.TransferAmount.IsZero()
	if isPaid {
		w.complete(WithdrawalPaid, uuid.Nil, now)
	}
	return isPaid
}

func (w *Withdrawal) complete(status WithdrawalStatus, by uuid.UUID, now time.Time) {
	w.Status, w.completedBy, w.CompletedAt = status, by, now
}
