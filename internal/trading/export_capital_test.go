package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// DepositAnywhere pays money into any account, even one that only a test pays into, such as a paper account.
func (s *Service) DepositAnywhere(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal) error {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, account, cause{"test", uuid.New(), "deposit"}, arrival{fromOutside: amount})
}
