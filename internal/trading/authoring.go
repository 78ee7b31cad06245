package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/webhook"
)

// PublishFor publishes an event about something that has an owner: to its tenant's endpoints, or to everybody's when it
// belongs to the platform. It fails when the database does.
func (s *Service) PublishFor(ctx context.Context, tx *database.Tx, owner uuid.UUID, eventType string, data any) error {
	if owner == identity.Platform {
		return s.events.PublishToAll(ctx, tx, eventType, data)
	}
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: owner, Type: eventType, Data: data})
}

// Authored is an author's action: its subject, with the state before and after.
type Authored struct {
	Action        string
	Subject       audit.Subject
	Before, After audit.Fields
}

// RecordAuthored writes an author's action to the audit log of the author's tenant, even when the subject belongs to the
// platform: the people responsible for the author are there. It fails when the database does.
func (s *Service) RecordAuthored(ctx context.Context, tx *database.Tx, author identity.Caller, done Authored) error {
	was, is := audit.Changes(done.Before, done.After)
	return audit.Record(ctx, tx, audit.Entry{
		TenantID: author.TenantID, Actor: author.Actor(), Action: done.Action, Subject: done.Subject, Before: was, After: is, CreatedAt: s.now(),
	})
}

// fields are what the audit log records of a signal.
func (s *Signal) fields() audit.Fields {
	return audit.Fields{
		"symbol": s.Symbol, "signalType": string(s.Type), "confidence": string(s.Confidence), "riskLevel": string(s.RiskLevel),
		"price": s.Price.String(), "targetPrice": s.TargetPrice.String(), "stopLoss": s.StopLoss.String(), "reason": s.Reason,
		"expiresAt": s.ExpiresAt.UTC().Format(time.RFC3339), "scope": string(identity.ScopeOf(s.TenantID)),
	}
}
