package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// tenantTable maps tenants to their table.
var tenantTable = database.NewTable("tenants", func(t *Tenant, column database.Define) {
	column("id", &t.ID)
	column("slug", &t.Slug)
	column("name", &t.Name)
	column("created_at", &t.CreatedAt)
})

// insertTenant inserts a tenant unless the slug is taken.
func insertTenant(ctx context.Context, tx *database.Tx, tenant *Tenant) (added bool, err error) {
	n, err := tenantTable.InsertOr(ctx, tx, `ON CONFLICT (slug) DO NOTHING`, tenant)
	return n > 0, err
}

// readTenant fails with NOT_FOUND.
func readTenant(ctx context.Context, from database.Querier, slug string) (Tenant, error) {
	tenant, err := tenantTable.ScanValue(from.QueryRow(ctx, `SELECT `+tenantTable.Columns()+` FROM tenants WHERE slug = $1`, slug))
	return tenant, database.Missing(err, fault.New(fault.NotFound, "there is no such tenant"))
}

// readTenantByID fails with NOT_FOUND.
func readTenantByID(ctx context.Context, from database.Querier, id uuid.UUID) (Tenant, error) {
	tenant, err := tenantTable.ScanValue(from.QueryRow(ctx, `SELECT `+tenantTable.Columns()+` FROM tenants WHERE id = $1`, id))
	return tenant, database.Missing(err, fault.New(fault.NotFound, "there is no such tenant"))
}

// listTenants reads a page, newest first, and counts them all.
func listTenants(ctx context.Context, from database.Querier, page database.Page) ([]Tenant, int, error) {
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*) FROM tenants`).Scan(&total); err != nil {
		return nil, 0, err
	}
	var arguments database.Arguments
	query := `SELECT ` + tenantTable.Columns() + ` FROM tenants ORDER BY created_at DESC, id DESC` + arguments.Page(page)
	tenants, err := tenantTable.AllValues(from.Query(ctx, query, arguments...))
	return tenants, total, err
}
