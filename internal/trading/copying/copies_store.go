package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// usersSubscription reads a subscription that a user has made. It fails with NOT_FOUND, also for another user's.
func usersSubscription(ctx context.Context, from database.Querier, user, id uuid.UUID) (*Subscription, error) {
	return scanSubscription(from.QueryRow(ctx, `
		SELECT `+subscriptionTable.Columns()+` FROM bot_subscriptions WHERE id = $1 AND user_id = $2 AND `+byUsers, id, user))
}

// allocatedBeside adds up what the locked account of a subscription has allocated to other bots.
func allocatedBeside(ctx context.Context, tx *database.Tx, s *Subscription) (allocated money.Decimal, err error) {
	err = tx.QueryRow(ctx, `
		SELECT COALESCE(SUM(allocated_capital), 0) FROM bot_subscriptions WHERE account_id = $1 AND status = 'active' AND id <> $2`,
		s.AccountID, s.ID).Scan(&allocated)
	return allocated, err
}

// addFollowers adjusts a bot's number of followers. It must be the last statement of a transaction, because all followers
// of the bot contend for this row.
func addFollowers(ctx context.Context, tx *database.Tx, bot uuid.UUID, more int) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO bot_followers (bot_id, followers) VALUES ($1, CASE WHEN $2 > 0 THEN $2 ELSE 0 END)
		ON CONFLICT (bot_id) DO UPDATE
		SET followers = CASE WHEN bot_followers.followers + $2 > 0 THEN bot_followers.followers + $2 ELSE 0 END`, bot, more)
	return err
}

// listCopies reads the results of signals under a subscription.
func listCopies(ctx context.Context, from database.Querier, subscription uuid.UUID, cursor database.Cursor) ([]Copy, error) {
	var where database.Where
	where.Equal("e.subscription_id", subscription)
	where.Behind("e.signal_id", cursor)
	query := `
		SELECT e.signal_id, g.symbol, g.signal_type, e.outcome, e.reason, e.detail, e.created_at, (
			SELECT p.id FROM positions p WHERE p.subscription_id = e.subscription_id AND p.signal_id = e.signal_id ORDER BY p.id LIMIT 1)
		FROM signal_executions e JOIN signals g ON g.id = e.signal_id` + where.String() + `
		ORDER BY e.signal_id DESC LIMIT ` + where.Add(cursor.Limit)
	rows, err := from.Query(ctx, query, where.Arguments...)
	return database.Collect(rows, err, func(row database.Row) (c Copy, err error) {
		err = row.Scan(&c.SignalID, &c.Symbol, &c.Type, &c.Outcome, &c.Code, &c.Message, database.Time(&c.CreatedAt), database.Optional(&c.PositionID))
		return c, err
	})
}
