package app

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/copying"
)

// newAlerts creates the service of watchlists, alerts and notices.
func newAlerts(p *platform) *alerts.Service {
	return alerts.New(alerts.Options{
		Database: p.db, Market: p.market, Events: p.webhooks, Changes: p.trading, People: noticePeople{p.identity}, Brands: p.brands, Messages: p.messages,
		Now: clock, Logger: p.logger,
	})
}

// noticePeople adapts the users to alerts.
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

// tellCopyStopped makes a notice of a stopped subscription.
func tellCopyStopped(notices *alerts.Service) func(context.Context, *database.Tx, *copying.Subscription) error {
	return func(ctx context.Context, tx *database.Tx, s *copying.Subscription) error {
		return notices.TellCopyStopped(ctx, tx, alerts.StoppedCopy{
			SubscriptionID: s.ID, TenantID: s.TenantID, UserID: s.UserID, BotName: s.BotName, Capital: s.AllocatedCapital,
			Percent: s.CopyStopPercent, At: s.EndedAt,
		})
	}
}

// tellFilled makes notices of orders that were filled after the request that placed them: what that request filled is
// in its answer.
func tellFilled(notices *alerts.Service) func(context.Context, *database.Tx, trading.Settled) error {
	return func(ctx context.Context, tx *database.Tx, settled trading.Settled) error {
		var filled []alerts.FilledOrder
		for _, o := range settled.Ordered {
			if o.Status == trading.OrderFilled {
				filled = append(filled, alerts.FilledOrder{
					ID: o.ID, TenantID: o.TenantID, UserID: o.UserID, Symbol: o.Symbol, Side: o.Side, Type: string(o.Type),
					Quantity: o.FilledQuantity, Price: o.AveragePrice, At: o.UpdatedAt,
				})
			}
		}
		return notices.TellFilled(ctx, tx, filled...)
	}
}
