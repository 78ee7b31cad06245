package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/copying"
)

// newAlerts makes the watchlists, alerts and notices.
func newAlerts(p *platform) *alerts.Service {
	return alerts.New(alerts.Options{
		Database: p.db, Market: p.market, Events: p.webhooks, Changes: p.trading, People: noticePeople{p.identity}, Messages: p.messages,
		Now: time.Now, Logger: p.logger,
	})
}

// noticePeople are the users as alerts know them.
type noticePeople struct{ *identity.Service }

// Recipients implements alerts.People.
func (p noticePeople) Recipients(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]alerts.Recipient, error) {
	known, err := p.Service.Recipients(ctx, from, users)
	recipients := make(map[uuid.UUID]alerts.Recipient, len(known))
	for user, recipient := range known {
		recipients[user] = alerts.Recipient(recipient)
	}
	return recipients, err
}

// tellCopyStopped hands a subscription that was stopped to the notices.
func tellCopyStopped(notices *alerts.Service) func(context.Context, *database.Tx, *copying.Subscription) error {
	return func(ctx context.Context, tx *database.Tx, s *copying.Subscription) error {
		return notices.TellCopyStopped(ctx, tx, alerts.StoppedCopy{
			SubscriptionID: s.ID, TenantID: s.TenantID, UserID: s.UserID, BotName: s.BotName, Capital: s.AllocatedCapital,
			Percent: s.CopyStopPercent, At: s.EndedAt,
		})
	}
}
