package brand

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

var errNoTenant = fault.New(fault.NotFound, "there is no such tenant")

// storedSettings are a tenant's settings with what is known about it anyway.
type storedSettings struct {
	Settings
	tenantID   uuid.UUID
	slug, name string
}

// readSettings reads a tenant and its settings, without its domains.
func readSettings(ctx context.Context, from database.Querier, tenant uuid.UUID) (s storedSettings, isThere bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT t.id, t.slug, t.name, COALESCE(b.product_name, ''), COALESCE(b.app_url, ''), COALESCE(b.support_address, ''),
			COALESCE(b.mail_sender_name, ''), COALESCE(b.mail_sender_address, ''), COALESCE(b.primary_color, ''),
			COALESCE(b.accent_color, ''), COALESCE(b.logo_url, '')
		FROM tenants t LEFT JOIN brands b ON b.tenant_id = t.id
		WHERE t.id = $1`, tenant).Scan(&s.tenantID, &s.slug, &s.name, &s.ProductName, &s.AppURL, &s.SupportAddress,
		&s.MailSenderName, &s.MailSenderAddress, &s.PrimaryColor, &s.AccentColor, &s.LogoURL)
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	return s, err == nil, err
}

// lockTenant locks a tenant until the transaction ends. It fails with NOT_FOUND.
func lockTenant(ctx context.Context, tx *database.Tx, tenant uuid.UUID) error {
	var id uuid.UUID
	err := tx.QueryRow(ctx, `SELECT id FROM tenants WHERE id = $1`+tx.ForUpdate(), tenant).Scan(&id)
	return database.Missing(err, errNoTenant)
}

func writeSettings(ctx context.Context, tx *database.Tx, tenant uuid.UUID, s Settings, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO brands (tenant_id, product_name, app_url, support_address, mail_sender_name, mail_sender_address,
			primary_color, accent_color, logo_url, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (tenant_id) DO UPDATE SET product_name = excluded.product_name, app_url = excluded.app_url,
			support_address = excluded.support_address, mail_sender_name = excluded.mail_sender_name,
			mail_sender_address = excluded.mail_sender_address, primary_color = excluded.primary_color,
			accent_color = excluded.accent_color, logo_url = excluded.logo_url, updated_at = excluded.updated_at`,
		tenant, s.ProductName, s.AppURL, s.SupportAddress, s.MailSenderName, s.MailSenderAddress,
		s.PrimaryColor, s.AccentColor, s.LogoURL, database.Micros(now))
	return err
}

// brandDomain is a host and its owner.
type brandDomain struct {
	domain string
	tenant uuid.UUID
}

var domainTable = database.NewTable("brand_domains", func(d *brandDomain, column database.Define) {
	column("domain", &d.domain)
	column("tenant_id", &d.tenant)
})

func readDomains(ctx context.Context, from database.Querier, tenant uuid.UUID) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT domain FROM brand_domains WHERE tenant_id = $1 ORDER BY domain`, tenant)
	return database.Collect(rows, err, database.ScanOne[string])
}

func readAllDomains(ctx context.Context, from database.Querier) (map[string]uuid.UUID, error) {
	all, err := domainTable.AllValues(from.Query(ctx, `SELECT `+domainTable.Columns()+` FROM brand_domains`))
	tenants := make(map[string]uuid.UUID, len(all))
	for _, d := range all {
		tenants[d.domain] = d.tenant
	}
	return tenants, err
}

func readDomainOwner(ctx context.Context, from database.Querier, domain string) (tenant uuid.UUID, found bool, err error) {
	err = from.QueryRow(ctx, `SELECT tenant_id FROM brand_domains WHERE domain = $1`, domain).Scan(&tenant)
	if errors.Is(err, sql.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	return tenant, err == nil, err
}

// writeDomains assigns domains to a tenant, which is held. They are sorted, so that two tenants that want each other's
// do not deadlock. It reports whether one of them is another tenant's; then the transaction must fail.
func writeDomains(ctx context.Context, tx *database.Tx, tenant uuid.UUID, domains []string) (taken bool, err error) {
	present, err := readDomains(ctx, tx, tenant)
	if err != nil {
		return false, err
	}
	var fresh []*brandDomain
	for _, domain := range domains {
		if !slices.Contains(present, domain) {
			fresh = append(fresh, &brandDomain{domain, tenant})
		}
	}
	gone := slices.DeleteFunc(present, func(domain string) bool { return slices.Contains(domains, domain) })
	if len(gone) > 0 {
		arguments := database.Arguments{tenant}
		if _, err := tx.Exec(ctx, `DELETE FROM brand_domains WHERE tenant_id = $1 AND domain IN `+database.AddAll(&arguments, gone), arguments...); err != nil {
			return false, err
		}
	}
	if len(fresh) == 0 {
		return false, nil
	}
	written, err := domainTable.InsertOr(ctx, tx, database.DoNothing, fresh...)
	return written < int64(len(fresh)), err
}
