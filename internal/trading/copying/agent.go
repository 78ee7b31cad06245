package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// FollowAgent makes an account follow, with all its money, a bot of the house named by its key. The account must belong to
// the user; following twice changes nothing. It fails with NOT_FOUND when there is no such bot.
func (s *Service) FollowAgent(ctx context.Context, tx *database.Tx, tenant, user, account uuid.UUID, agent string) error {
	bot, err := agentBot(ctx, tx, agent)
	if err != nil {
		return err
	}
	now := s.now()
	err = insertSubscription(ctx, tx, &Subscription{
		ID: database.NewIDAt(now), TenantID: tenant, UserID: user, BotID: bot, AccountID: account, Mode: Auto,
		Status: SubscriptionActive, CreatedAt: now,
	})
	if fault.Is(err, fault.AlreadySubscribed) {
		return nil
	}
	return err
}

// LeaveAgents ends what a locked account follows: its agent and, like LeaveBots, the owner's own subscriptions. Open
// positions stay open.
func (s *Service) LeaveAgents(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	if err := leaveAgentOf(ctx, tx, account, s.now()); err != nil {
		return err
	}
	return s.LeaveBots(ctx, tx, account)
}
