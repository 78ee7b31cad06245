package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// Cancel ends a payment of the caller that is pending. It fails with NOT_FOUND, and with INVALID_TRANSITION
// when the payment has ended already. Should the money come all the same, it is refunded by itself.
func (s *Service) Cancel(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Payment, error) {
	var payment *Payment
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if payment, err = lockPayment(ctx, tx, id); err != nil {
			return err
		}
		if payment.UserID != caller.UserID {
			return errNoPayment
		}
		now := s.now()
		if err := payment.cancel(now); err != nil {
			return err
		}
		tx.AfterCommit(func() { s.closeCheckout(ctx, payment) })
		return savePayment(ctx, tx, payment, now)
	})
	if err != nil {
		return nil, err
	}
	return payment, nil
}

// closeCheckout has the provider take no money for a payment that was cancelled. The answer waits for it, but does
// not depend on it: a checkout that stays open, or was paid before, is found by the check that cancelling has left due.
func (s *Service) closeCheckout(ctx context.Context, payment *Payment) {
	provider, ok := s.providers[payment.Provider]
	if !ok || payment.reference == "" {
		return
	}
	if err := provider.Close(ctx, payment.reference); err != nil {
		s.logger.Warn("the checkout of a cancelled payment stays open", "payment", payment.ID, "error", err)
	}
}
