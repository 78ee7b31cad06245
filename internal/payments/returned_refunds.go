package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// A refund may come back days after it succeeded: the payer's bank did not take it, and the provider has the money again.
// What was on an account is there again; a withdrawal that it was a part of stays as it is, and shows that less has gone. What
// was paid for a course or bought nothing is owed to its payer, from where it goes out first when it is refunded again; the
// course stays closed. What a dispute has found gone it takes then.

// returnedKind is what the ledger knows such money by, beside its refund; trading books it under the same name.
const returnedKind = "returned"

// returnRefund undoes a refund that had gone and came back. Whoever calls it holds the payment.
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

// takeOff is where money of a payment that is on no account is taken from: what is owed to the payer goes first, and then
// what a course has earned.
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

// putBack is the opposite of an amount that a dispute has taken off: what was owed to the payer went first, and comes back
// first, since whoever takes it then would have.
func (s *Service) putBack(ctx context.Context, tx *database.Tx, p *Payment, d *Dispute, amount money.Decimal) ([]movement, error) {
	moved, err := readMovedOwed(ctx, tx, p, disputeSource, d.ID)
	owed := money.Min(moved.Neg(), amount)
	return p.between(owed, amount.Sub(owed)), err
}

// between are the movements of what is owed to the payer and of what was earned, as far as there are any, and of their sum
// outside.
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

// mayReopen tells whether a course may be opened again after a dispute of its payment was won: some of it is paid for, which
// is not so when all that is left is owed to its payer, and no other dispute has it closed, such as one that found nothing left
// to take.
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
