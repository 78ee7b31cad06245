package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// operator is the caller behind the command line.
var operator = Caller{Role: RoleSuperAdmin, Origin: Origin{UserAgent: "bourse command line"}}

// audit records a security event of a user inside the transaction that makes it true. Details hold no secrets.
func (s *Service) audit(ctx context.Context, tx *database.Tx, actor Caller, user *User, action string, details audit.Fields) error {
	return s.record(ctx, tx, audit.Entry{TenantID: user.TenantID, Actor: actor.Actor(), UserID: user.ID, Action: action, Details: details})
}

// auditUser records what an administrator did to a user, from what to what.
func (s *Service) auditUser(ctx context.Context, tx *database.Tx, actor Caller, user *User, action string, before, after audit.Fields) error {
	return s.record(ctx, tx, audit.Entry{
		TenantID: user.TenantID, Actor: actor.Actor(), UserID: user.ID, Action: action,
		Subject: audit.Subject{Kind: "user", ID: user.ID.String()}, Before: before, After: after,
	})
}

// auditRole records that somebody has another role. Of who was an administrator it notes who that was: the entry is not blanked when
// they leave, so that what they did as one can be traced to them for as long as the log is kept.
func (s *Service) auditRole(ctx context.Context, tx *database.Tx, actor Caller, before, after *User) error {
	was := audit.Fields{"role": string(before.Role)}
	if before.Role.AtLeast(RoleAdmin) && !after.Role.AtLeast(RoleAdmin) {
		was["email"] = before.Email
	}
	return s.auditUser(ctx, tx, actor, after, audit.RoleChanged, was, audit.Fields{"role": string(after.Role)})
}

// record writes the entry now, and counts it once it is committed.
func (s *Service) record(ctx context.Context, tx *database.Tx, entry audit.Entry) error {
	entry.CreatedAt = s.now()
	if err := audit.Record(ctx, tx, entry); err != nil {
		return err
	}
	tx.AfterCommit(func() { s.counted(entry.Action) })
	return nil
}

// AuditLog lists what happened to the accounts of a tenant and what its administrators did, the newest
// first, and how many entries there are. It is for admins; only a super_admin may look at another tenant,
// whose id goes before the filter (nil is the caller's own).
func (s *Service) AuditLog(ctx context.Context, caller Caller, tenant uuid.UUID, filter audit.Filter, page database.Page) ([]audit.Entry, int, error) {
	tenant, err := administeredTenant(caller, tenant)
	if err != nil {
		return nil, 0, err
	}
	return audit.List(ctx, s.db, tenant, filter, page)
}
