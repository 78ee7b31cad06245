package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// operator is the caller for the command line.
var operator = Caller{Role: RoleSuperAdmin, Origin: Origin{UserAgent: "bourse command line"}}

// audit records a user's security event inside the transaction that causes it. Details must hold no secrets.
func (s *Service) audit(ctx context.Context, tx *database.Tx, actor Caller, user *User, action string, details audit.Fields) error {
	return s.record(ctx, tx, audit.Entry{TenantID: user.TenantID, Actor: actor.Actor(), UserID: user.ID, Action: action, Details: details})
}

// auditUser records an administrator's change to a user, with the values before and after.
func (s *Service) auditUser(ctx context.Context, tx *database.Tx, actor Caller, user *User, action string, before, after audit.Fields) error {
	return s.record(ctx, tx, audit.Entry{
		TenantID: user.TenantID, Actor: actor.Actor(), UserID: user.ID, Action: action,
		Subject: audit.Subject{Kind: "user", ID: user.ID.String()}, Before: before, After: after,
	})
}

// auditRole records a change of role. When the user was an administrator, the entry names them: it is not blanked when
// they are erased, so that an administrator's actions can be traced to them for as long as the log is kept.
func (s *Service) auditRole(ctx context.Context, tx *database.Tx, actor Caller, before, after *User) error {
	was := audit.Fields{"role": string(before.Role)}
	if before.Role.AtLeast(RoleAdmin) && !after.Role.AtLeast(RoleAdmin) {
		was["email"] = before.Email
	}
	return s.auditUser(ctx, tx, actor, after, audit.RoleChanged, was, audit.Fields{"role": string(after.Role)})
}

// record writes the entry now and counts it once it is committed.
func (s *Service) record(ctx context.Context, tx *database.Tx, entry audit.Entry) error {
	entry.CreatedAt = s.now()
	if err := audit.Record(ctx, tx, entry); err != nil {
		return err
	}
	tx.AfterCommit(func() { s.counted(entry.Action) })
	return nil
}

// AuditLog lists a tenant's audit entries, newest first, and their total number. It requires admin; only a super_admin
// may read another tenant's log. A nil tenant is the caller's own.
func (s *Service) AuditLog(ctx context.Context, caller Caller, tenant uuid.UUID, filter audit.Filter, page database.Page) ([]audit.Entry, int, error) {
	tenant, err := administeredTenant(caller, tenant)
	if err != nil {
		return nil, 0, err
	}
	return audit.List(ctx, s.db, tenant, filter, page)
}
