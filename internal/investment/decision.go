package investment

import (
	"context"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// decided are the audited fields of an account that somebody decides on.
func (a *Account) decided() audit.Fields {
	return audit.Fields{"status": string(a.Status), "kycStatus": string(a.KYCStatus)}
}

// auditDecision records who changed an account and its state before; the action has the name of the event of a
// changed status. The actor is nobody when the platform itself decides.
func (s *Service) auditDecision(ctx context.Context, tx *database.Tx, by audit.Actor, action string, account *Account, before audit.Fields, reason string) error {
	after := account.decided()
	for field, value := range before {
		if after[field] == value {
			delete(before, field)
			delete(after, field)
		}
	}
	entry := s.entry(by, action, account)
	entry.Before, entry.After = before, after
	if reason != "" {
		entry.Details = audit.Fields{"reason": reason}
	}
	return audit.Record(ctx, tx, entry)
}

// entry is an audit log entry about an account.
func (s *Service) entry(by audit.Actor, action string, account *Account) audit.Entry {
	return audit.Entry{
		TenantID: account.TenantID, Actor: by, UserID: account.UserID, Action: action,
		Subject: audit.Subject{Kind: "investment_account", ID: account.ID.String()}, CreatedAt: s.now(),
	}
}
