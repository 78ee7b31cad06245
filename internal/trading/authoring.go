package trading

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/webhook"
)

// tell tells what happened to something with an owner: its tenant's endpoints, or everybody's when it is the
// platform's.
func (s *Service) tell(ctx context.Context, tx *database.Tx, owner uuid.UUID, eventType string, data any) error {
	if owner == identity.Platform {
		return s.events.PublishToAll(ctx, tx, eventType, data)
	}
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: owner, Type: eventType, Data: data})
}

// recordAuthored leaves what an author did in the log of the author's tenant, also when it was done for the
// platform: that is where those are who answer for the author.
func (s *Service) recordAuthored(ctx context.Context, tx *database.Tx, caller identity.Caller, action string, subject audit.Subject, before, after audit.Fields) error {
	was, is := audit.Changes(before, after)
	return audit.Record(ctx, tx, audit.Entry{
		TenantID: caller.TenantID, Actor: caller.Actor(), Action: action, Subject: subject, Before: was, After: is, CreatedAt: s.now(),
	})
}

// fields are what the audit log tells of a bot. Its performance is nobody's doing.
func (b *Bot) fields() audit.Fields {
	parameters, _ := json.Marshal(b.Parameters) // numbers by name, sorted, and finite: they came as JSON
	symbols, _ := json.Marshal(b.Symbols)
	return audit.Fields{
		"name": b.Name, "description": b.Description, "strategyType": b.StrategyType, "parameters": string(parameters),
		"symbols": string(symbols), "timeframe": b.Timeframe.String(), "riskLevel": string(b.RiskLevel), "status": string(b.Status),
		"scope": string(identity.ScopeOf(b.TenantID)),
	}
}

// fields are what the audit log tells of a signal.
func (s *Signal) fields() audit.Fields {
	return audit.Fields{
		"symbol": s.Symbol, "signalType": string(s.Type), "confidence": string(s.Confidence), "riskLevel": string(s.RiskLevel),
		"price": s.Price.String(), "targetPrice": s.TargetPrice.String(), "stopLoss": s.StopLoss.String(), "reason": s.Reason,
		"expiresAt": s.ExpiresAt.UTC().Format(time.RFC3339), "scope": string(identity.ScopeOf(s.TenantID)),
	}
}
