package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// AddResults adds what closings brought to the subscriptions whose positions were closed. It listens to what books
// write, in their transactions, and fails when the database does.
func (s *Service) AddResults(ctx context.Context, tx *database.Tx, settled trading.Settled) error {
	return addSubscriptionResults(ctx, tx, settled.Changed, settled.Trades)
}

// Following is with which subscription an account follows a bot, and with how much. It fails when the database does.
func (s *Service) Following(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (trading.Following, error) {
	return subscriptionTo(ctx, tx, account, bot)
}
