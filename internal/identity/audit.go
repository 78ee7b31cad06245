package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// AuditEntry is one security event: who did what to whom, from where.
type AuditEntry struct {
	ID        uuid.UUID
	TenantID  uuid.UUID
	ActorID   uuid.UUID // nil when nobody was logged in
	UserID    uuid.UUID // nil when it was done to no user
	Action    string
	Origin    Origin
	Details   map[string]string
	CreatedAt time.Time
}

// operator is the caller behind the command line.
var operator = Caller{Role: RoleSuperAdmin, Origin: Origin{UserAgent: "bourse command line"}}

// audit records a security event inside the transaction that makes it true. Details are pairs of key and
// value and hold no secrets.
func (s *Service) audit(ctx context.Context, tx *database.Tx, actor Caller, tenant, user uuid.UUID, action string, details ...string) error {
	pairs := make(map[string]string, len(details)/2)
	for i := 0; i+1 < len(details); i += 2 {
		pairs[details[i]] = details[i+1]
	}
	encoded, err := json.Marshal(pairs)
	if err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO audit_log (`+auditColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		newID(), tenant, database.OptionalID(actor.UserID), database.OptionalID(user), action,
		actor.Origin.IPAddress, actor.Origin.UserAgent, actor.Origin.RequestID, string(encoded), database.Micros(s.now()))
	if err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
	}
	tx.AfterCommit(func() { s.counted(action) })
	return nil
}

const auditColumns = `id, tenant_id, actor_id, user_id, action, ip_address, user_agent, request_id, details, created_at`

func scanAuditEntry(row database.Row) (AuditEntry, error) {
	var (
		entry   AuditEntry
		details string
	)
	err := row.Scan(&entry.ID, &entry.TenantID, database.ID(&entry.ActorID), database.ID(&entry.UserID), &entry.Action,
		&entry.Origin.IPAddress, &entry.Origin.UserAgent, &entry.Origin.RequestID, &details, database.Time(&entry.CreatedAt))
	if err != nil {
		return entry, err
	}
	return entry, json.Unmarshal([]byte(details), &entry.Details)
}

// AuditFilter narrows the audit log; zero values do not.
type AuditFilter struct {
	TenantID uuid.UUID // the caller's own when nil
	UserID   uuid.UUID
	Action   string
}

// AuditLog lists the security events of a tenant, the newest first, and how many there are. It is for
// admins; only a super_admin may look at another tenant.
func (s *Service) AuditLog(ctx context.Context, caller Caller, filter AuditFilter, page Page) ([]AuditEntry, int, error) {
	tenant, err := administeredTenant(caller, filter.TenantID)
	if err != nil {
		return nil, 0, err
	}
	const where = `
		FROM audit_log
		WHERE tenant_id = $1 AND ($2 = '' OR user_id = $2) AND ($3 = '' OR action = $3)`
	user := ""
	if filter.UserID != uuid.Nil {
		user = filter.UserID.String()
	}
	var total int
	if err := s.db.QueryRow(ctx, `SELECT COUNT(*)`+where, tenant, user, filter.Action).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := s.db.Query(ctx, `SELECT `+auditColumns+where+`
		ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`, tenant, user, filter.Action, page.Limit, page.offset())
	entries, err := database.Collect(rows, err, scanAuditEntry)
	return entries, total, err
}
