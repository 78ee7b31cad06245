package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// AddResults adds the results of closings to the subscriptions whose positions were closed. It is a listener for written
// books, runs in their transactions, and fails when the database does.
func (s *Service) AddResults(ctx context.Context, tx *database.Tx, settled trading.Settled) error {
	return addSubscriptionResults(ctx, tx, settled.Changed, settled.Trades)
}

// Following returns under which subscription an account follows a bot, and with how much. It fails when the database does.
func (s *Service) Following(ctx context.Context, tx *database.Tx, account, bot uuid.UUID) (trading.Following, error) {
	return subscriptionTo(ctx, tx, account, bot)
}
