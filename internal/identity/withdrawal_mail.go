package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/money"
)

// TellWithdrawal tells a user by mail that money was asked for in their name, which they want to know if it was somebody else.
// The destination is what its owner recognises it by.
func (s *Service) TellWithdrawal(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, currency, destination string) error {
	user, err := readUser(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "withdrawal_requested", brand.Values{
		"amount": amount.String(), "currency": currency, "destination": destination,
	})
}
