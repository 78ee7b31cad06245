package app

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/health"
	"bourse/internal/identity"
	"bourse/internal/kyc"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/notify"
	"bourse/internal/telemetry"
)

// outsideParts count the results of calls to the parts outside.
type outsideParts struct{ mail, sms, payments, kyc health.Outside }

// parts lists the parts outside that the settings use.
func (o *outsideParts) parts(settings serverSettings, prices *market.Market) []health.Part {
	parts := []health.Part{
		{Name: "feed", Trouble: prices.FeedTrouble}, {Name: "mail", Trouble: o.mail.Trouble}, {Name: "sms", Trouble: o.sms.Trouble},
	}
	if provider := settings.Payments.Provider; provider == "stripe" {
		parts = append(parts, health.Part{Name: provider, Trouble: o.payments.Trouble})
	}
	if settings.KYC == string(kyc.HTTP) {
		parts = append(parts, health.Part{Name: "kyc", Trouble: o.kyc.Trouble})
	}
	return parts
}

// standbyPart is the streaming replica used for reading, if there is one.
func standbyPart(g *ground) []health.Part {
	if g.settings.DatabaseReadURL == "" {
		return nil
	}
	return []health.Part{{Name: "database-standby", Trouble: g.db.StandbyTrouble}}
}

// newHealth creates the health service, behind /readyz, the metrics and the operators' messages.
func newHealth(ctx context.Context, p *platform, outside *outsideParts) (*health.Service, error) {
	operators, err := p.identity.TenantBySlug(ctx, identity.DefaultTenant)
	if err != nil {
		return nil, err
	}
	service := health.New(health.Options{
		Database: p.db, Patience: p.settings.WorkerPatience, Starting: p.market.Starting, Workers: p.tracker.Snapshot,
		Parts: append(outside.parts(p.settings, p.market), standbyPart(p.ground)...), Queues: p.queues(), Feeds: p.feeds,
		Books:  func(ctx context.Context) (map[string]float64, error) { return ledger.New(clock).Imbalance(ctx, p.db) },
		Self:   health.Self{Role: string(p.role), Version: telemetry.Version().Version},
		Events: p.webhooks, Operators: operators.ID, Now: clock, Logger: p.logger,
	})
	p.metrics.ShowDegraded(service.Troubled)
	return service, nil
}

// queues are what waits to be sent. A message's tenant is not known.
func (p *platform) queues() []health.Queue {
	queues := []health.Queue{{Name: "webhooks", IsOfTenant: true, Read: p.webhooks.TenantQueue}}
	for _, channel := range []notify.Channel{notify.Mail, notify.SMS} {
		queues = append(queues, health.Queue{Name: string(channel), Read: func(ctx context.Context, _ uuid.UUID) (database.Waiting, error) {
			return p.messages.Due(ctx, channel)
		}})
	}
	return queues
}

// feeds are this process's price feeds.
func (p *platform) feeds() []health.Feed {
	feed := health.Feed{Name: p.market.FeedName(), Trouble: p.market.FeedTrouble()}
	if age, isKnown := p.market.FeedAge(); isKnown {
		feed.LastQuote = clock().Add(-age)
	}
	return []health.Feed{feed}
}

// watched makes both senders report whether they work.
func (o *outsideParts) watched(senders notify.Senders) notify.Senders {
	return notify.Senders{Mail: watchedSender{senders.Mail, &o.mail}, SMS: watchedSender{senders.SMS, &o.sms}}
}

type watchedSender struct {
	notify.Sender
	part *health.Outside
}

func (s watchedSender) Send(ctx context.Context, message notify.Message) error {
	err := s.Sender.Send(ctx, message)
	if err == nil {
		s.part.Worked()
		return nil
	}
	if reason, isFinal := notify.Explain(err); isFinal {
		s.part.Refused(reason)
	} else {
		s.part.Failed(reason)
	}
	return err
}
