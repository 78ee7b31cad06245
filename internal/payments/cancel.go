package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// Cancel ends a pending payment of the caller. It fails with NOT_FOUND, and with INVALID_TRANSITION when the payment
// has already ended. If the money arrives anyway, it is refunded automatically.
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

// closeCheckout tells the provider to take no money for a cancelled payment. The response waits for this call but
// does not depend on it: Cancel leaves a check due, which finds a checkout that stays open or was already paid.
func (s *Service) closeCheckout(ctx context.Context, payment *Payment) {
	provider, ok := s.providers[payment.Provider]
	if !ok || payment.reference == "" {
		return
	}
	if err := provider.Close(ctx, payment.reference); err != nil {
		s.logger.Warn("the checkout of a cancelled payment stays open", "payment", payment.ID, "error", err)
	}
}
