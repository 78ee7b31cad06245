package httpapi

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// ListTenants implements GET /tenants.
func (a *API) ListTenants(ctx context.Context, params oas.ListTenantsParams) (oas.ListTenantsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	tenants, total, err := a.Identity.Tenants(ctx, caller(ctx), page)
	if err != nil {
		return nil, err
	}
	return &oas.TenantListEnvelope{Success: true, Data: mapped(tenants, tenant), Meta: pagination(page, total)}, nil
}

// CreateTenant implements POST /tenants.
func (a *API) CreateTenant(ctx context.Context, req *oas.CreateTenantRequest) (oas.CreateTenantRes, error) {
	created, err := a.Identity.CreateTenant(ctx, caller(ctx), req.Slug, req.Name)
	if err != nil {
		return nil, err
	}
	return &oas.TenantEnvelope{Success: true, Data: tenant(created)}, nil
}

func tenant(t identity.Tenant) oas.Tenant {
	return oas.Tenant{ID: t.ID, Slug: t.Slug, Name: t.Name, CreatedAt: t.CreatedAt}
}
