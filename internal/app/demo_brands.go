package app

import (
	"context"

	"bourse/internal/brand"
	"bourse/internal/database"
)

// demoBrand is the appearance of one of the demo's tenants, so that there are two brands to compare: open the demo
// under one of the domains, or name the tenant.
var demoBrand = struct {
	slug     string
	settings brand.Settings
}{"northwind", brand.Settings{
	ProductName: "Northwind", SupportAddress: "help@northwind.test", MailSenderName: "Northwind", MailSenderAddress: "no-reply@northwind.test",
	PrimaryColor: "#1b4f72", AccentColor: "#e67e22", Domains: []string{"northwind.localhost", "northwind.localhost:8080"},
}}

// seedBrand gives one of the demo's tenants its own brand, unless it has one.
func (p *platform) seedBrand(ctx context.Context) error {
	tenant, err := p.identity.TenantBySlug(ctx, demoBrand.slug)
	if err != nil {
		return err
	}
	return p.db.InTx(ctx, func(tx *database.Tx) error {
		present, err := p.brands.Lock(ctx, tx, tenant.ID)
		if err != nil || present.ProductName != "" {
			return err
		}
		return p.brands.Save(ctx, tx, tenant.ID, demoBrand.settings)
	})
}
