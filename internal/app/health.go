package app

import (
	"context"
	"time"

	"bourse/internal/health"
	"bourse/internal/identity"
	"bourse/internal/notify"
)

// outsideParts count how calls of the parts outside end.
type outsideParts struct{ mail, sms, payments health.Outside }

// startHealth makes what /readyz, the metrics and the operators are told by.
func (p *platform) startHealth(ctx context.Context) error {
	operators, err := p.identity.TenantBySlug(ctx, identity.DefaultTenant)
	if err != nil {
		return err
	}
	parts := []health.Part{
		{Name: "feed", Trouble: p.market.FeedTrouble}, {Name: "mail", Trouble: p.outside.mail.Trouble}, {Name: "sms", Trouble: p.outside.sms.Trouble},
	}
	if provider := p.settings.Payments.Provider; provider == "stripe" {
		parts = append(parts, health.Part{Name: provider, Trouble: p.outside.payments.Trouble})
	}
	p.health = health.New(health.Options{
		Database: p.db, Workers: p.tracker.Snapshot, Patience: p.settings.WorkerPatience, Parts: parts,
		Events: p.webhooks, Operators: operators.ID, Now: time.Now, Logger: p.logger,
	})
	p.metrics.ShowDegraded(p.health.Troubled)
	return nil
}

// watched makes both senders tell whether they work.
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
