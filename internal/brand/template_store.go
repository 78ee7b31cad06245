package brand

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// storedOverride is a tenant's wording of a mail as it is stored.
type storedOverride struct {
	tenantID  uuid.UUID
	kind      Kind
	override  Override
	updatedAt time.Time
}

var overrideTable = database.NewTable("mail_templates", func(o *storedOverride, column database.Define) {
	column("tenant_id", &o.tenantID)
	column("kind", &o.kind)
	column("subject", &o.override.Subject)
	column("text", &o.override.Text)
	column("html", &o.override.HTML)
	column("updated_at", &o.updatedAt)
})

func readOverrides(ctx context.Context, from database.Querier, tenant uuid.UUID) ([]storedOverride, error) {
	return overrideTable.AllValues(from.Query(ctx, `SELECT `+overrideTable.Columns()+` FROM mail_templates WHERE tenant_id = $1 ORDER BY kind`, tenant))
}

func writeOverride(ctx context.Context, tx *database.Tx, o *storedOverride) error {
	_, err := overrideTable.InsertOr(ctx, tx, `
		ON CONFLICT (tenant_id, kind) DO UPDATE
		SET subject = excluded.subject, text = excluded.text, html = excluded.html, updated_at = excluded.updated_at`, o)
	return err
}

func deleteOverride(ctx context.Context, tx *database.Tx, tenant uuid.UUID, kind Kind) error {
	_, err := tx.Exec(ctx, `DELETE FROM mail_templates WHERE tenant_id = $1 AND kind = $2`, tenant, string(kind))
	return err
}
