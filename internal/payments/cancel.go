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
	err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
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
		return savePayment(ctx, tx, payment, now)
	})
	if err != nil {
		return nil, err
	}
	if provider, ok := s.providers[payment.Provider]; ok && payment.reference != "" {
		if err := provider.Close(ctx, payment.reference); err != nil {
			s.logger.Warn("the checkout of a cancelled payment stays open", "payment", payment.ID, "error", err)
		}
	}
	return payment, nil
}
