package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// A refund may come back days after it succeeded: the payer's bank did not accept it, and the provider has the money
// again. Money that was on an account is put back there; a withdrawal that it was part of keeps its status, and shows
// that less has gone. Money that was paid for a course or bought nothing is owed to its payer, and another refund
// takes it from there first; the course stays closed. A dispute that found the money gone takes it now.

// returnedKind is the ledger's kind for such money, next to its refund; trading books it under the same name.
const returnedKind = "returned"

// returnRefund undoes a refund whose money had gone and came back. The caller holds the payment's lock.
func (s *Service) returnRefund(ctx context.Context, tx *database.Tx, p *Payment, refund *Refund) error {
	now := s.now()
	refund.end(RefundFailed, now)
	if err := s.bookReturned(ctx, tx, p, refund); err != nil {
		return err
	}
	p.countRefunded(refund.Amount.Neg())
	if err := s.takeFreed(ctx, tx, p, refund.Amount, refund.ID); err != nil {
		return err
	}
	if err := savePayment(ctx, tx, p, now); err != nil {
		return err
	}
	if err := saveRefund(ctx, tx, refund); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		s.logger.Warn("a refund that had succeeded came back", "refund", refund.ID, "payment", p.ID)
	})
	return s.tellRefund(ctx, tx, paymentRefundFailed, p, refund)
}

func (s *Service) bookReturned(ctx context.Context, tx *database.Tx, p *Payment, refund *Refund) error {
	if p.isOnAccount() {
		return s.accounts.BringBack(ctx, tx, p.AccountID, refund.Amount, refund.ID)
	}
	return s.book(ctx, tx, p, refundSource, refund.ID, returnedKind,
		movement{p.UserID, ledger.External, refund.Amount.Neg()}, movement{p.UserID, ledger.Hold, refund.Amount})
}

// takeOff decides where to take money of a payment that is on no account: first from what is owed to the payer, then
// from what a course has earned.
func (s *Service) takeOff(ctx context.Context, tx *database.Tx, p *Payment, amount money.Decimal) ([]movement, error) {
	if p.isStranded() {
		return p.between(amount.Neg(), money.Zero), nil
	}
	owed, err := readOwed(ctx, tx, p)
	if err != nil {
		return nil, err
	}
	owed = money.Min(owed, amount)
	return p.between(owed.Neg(), owed.Sub(amount)), nil
}

// putBack reverses an amount that a dispute has taken. What was owed to the payer was taken first, and is put back
// first, since whoever takes the money next would have taken that first too.
func (s *Service) putBack(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute, amount money.Decimal) ([]movement, error) {
	moved, err := readMovedOwed(ctx, tx, p, disputeSource, d.ID)
	owed := money.Min(moved.Neg(), amount)
	return p.between(owed, amount.Sub(owed)), err
}

// between returns the movements, where not zero, of what is owed to the payer and of what was earned, and of their
// sum outside.
func (p *Payment) between(owed, earned money.Decimal) []movement {
	movements := []movement{{p.UserID, ledger.External, owed.Add(earned).Neg()}}
	if !owed.IsZero() {
		movements = append(movements, movement{p.UserID, ledger.Hold, owed})
	}
	if !earned.IsZero() {
		movements = append(movements, movement{p.TenantID, ledger.Revenue, earned})
	}
	return movements
}

// mayReopen reports whether a course may be opened again after a dispute of its payment was won. Some of the course
// must be paid for, which is not so when all that is left is owed to the payer; and no other dispute may have closed
// it, for example one that found nothing left to take.
func mayReopen(ctx context.Context, tx *database.Tx, p *Payment, won *Dispute) (bool, error) {
	owed, err := readOwed(ctx, tx, p)
	if err != nil || !p.left(owed).IsPositive() {
		return false, err
	}
	isDisputed, err := hasOtherDispute(ctx, tx, won)
	return !isDisputed, err
}

// owedAccount is the ledger account of what is owed to the payer.
func (p *Payment) owedAccount() uuid.UUID { return ledger.AccountID(p.UserID, ledger.Hold, p.Currency) }
