package trading

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// FollowAgent makes all that an account has follow a bot of the house, by its key. The account must be of
// the user; following twice changes nothing. It fails with NOT_FOUND when there is no such bot.
func (s *Service) FollowAgent(ctx context.Context, tx *database.Tx, tenant, user, account uuid.UUID, agent string) error {
	var bot uuid.UUID
	err := tx.QueryRow(ctx, `SELECT id FROM bots WHERE agent_key = $1`, agent).Scan(&bot)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, "there is no agent %s", agent)
	}
	if err != nil {
		return err
	}
	now := s.now()
	err = insertSubscription(ctx, tx, &Subscription{
		ID: newID(now), TenantID: tenant, UserID: user, BotID: bot, AccountID: account, Mode: Auto,
		Status: SubscriptionActive, CreatedAt: now,
	})
	if fault.Is(err, fault.AlreadySubscribed) {
		return nil
	}
	return err
}

// LeaveAgents ends what an account follows. What is open stays open.
func (s *Service) LeaveAgents(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	_, err := tx.Exec(ctx, `UPDATE bot_subscriptions SET status = 'ended', ended_at = $2 WHERE account_id = $1 AND status = 'active'`,
		account, database.Micros(s.now()))
	return err
}
