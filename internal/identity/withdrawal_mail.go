package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/money"
)

// TellWithdrawal notifies a user by mail that a withdrawal was requested in their name, in case it was somebody else.
// The destination is shown as its owner recognises it.
func (s *Service) TellWithdrawal(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, currency, destination string) error {
	user, err := readUser(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "withdrawal_requested", brand.Values{
		"amount": amount.String(), "currency": currency, "destination": destination,
	})
}
