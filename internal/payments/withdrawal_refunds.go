package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// mostSources limits how many deposits a withdrawal goes back to. Each is a call to the provider; the rest is one
// transfer.
const mostSources = 20

// planRefunds begins refunds of the deposits that a withdrawal's money came from, newest first, each up to what is
// left of it, and leaves the rest to a transfer. The refunded money is already held for the withdrawal.
func (s *Service) planRefunds(ctx context.Context, tx *database.Tx, w *Withdrawal) (refunds []*Refund, err error) {
	deposits, err := lockDeposits(ctx, tx, w.AccountID, mostSources)
	if err != nil {
		return nil, err
	}
	rest := w.Amount
	for _, deposit := range deposits {
		pending, err := underWay(ctx, tx, deposit.ID)
		if err != nil {
			return nil, err
		}
		part := money.Min(rest, deposit.left(pending))
		if _, isInUse := s.providers[deposit.Provider]; !isInUse || !part.IsPositive() {
			continue
		}
		refund, err := deposit.newRefund(part, pending, "withdrawal "+w.ID.String(), w.decidedBy, s.now())
		if err != nil {
			return nil, err
		}
		refund.withdrawalID = w.ID
		if err := insertRefund(ctx, tx, refund); err != nil {
			return nil, err
		}
		refunds, rest = append(refunds, refund), rest.Sub(part)
	}
	w.TransferAmount, w.Refunding = rest, w.Amount.Sub(rest)
	return refunds, nil
}

// lockWithdrawalOf locks the withdrawal that a refund is part of; nil if there is none.
func lockWithdrawalOf(ctx context.Context, tx *database.Tx, refund *Refund) (*Withdrawal, error) {
	if refund.withdrawalID == uuid.Nil {
		return nil, nil
	}
	return lockWithdrawal(ctx, tx, refund.TenantID, refund.withdrawalID)
}

// settlePart updates the withdrawal, if any, that a decided refund is part of. It is paid when the last of its money
// has gone.
func (s *Service) settlePart(ctx context.Context, tx *database.Tx, w *Withdrawal, refund *Refund, now time.Time) error {
	if w == nil || refund.Status == RefundPending {
		return nil
	}
	isPaid := w.refundSettled(refund, now)
	if err := saveWithdrawal(ctx, tx, w); err != nil || !isPaid {
		return err
	}
	return s.tell(ctx, tx, identity.Caller{}, w, WithdrawalApproved)
}
