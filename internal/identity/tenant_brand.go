package identity

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// testMailsPerWindow limits how many test mails administrators may send to themselves.
const testMailsPerWindow = 10

// TenantDetails is a tenant, its own settings, and the brand that its customers see.
type TenantDetails struct {
	Tenant
	Settings brand.Settings
	Brand    brand.Brand
}

// BrandFor returns the brand of the tenant that TenantFor finds, and fails as that does.
func (s *Service) BrandFor(ctx context.Context, from Origin, slug string) (brand.Brand, error) {
	tenant, err := s.TenantFor(ctx, from, slug)
	if err != nil {
		return brand.Brand{}, err
	}
	return s.brands.Of(ctx, s.db, tenant)
}

// TenantFor returns the named tenant, or else the one whose domain the calling page is on, or else the one under whose
// domain the platform was called, or else the installation's. It fails with NOT_FOUND for an unknown name.
func (s *Service) TenantFor(ctx context.Context, from Origin, slug string) (uuid.UUID, error) {
	if slug != "" {
		return s.TenantNamed(ctx, slug)
	}
	for _, host := range []string{from.Page, from.Host} {
		tenant, found, err := s.brands.TenantOf(ctx, s.db, host)
		if err != nil || found {
			return tenant, err
		}
	}
	return s.TenantNamed(ctx, DefaultTenant)
}

// TenantDetails reads a tenant with its brand. It fails with FORBIDDEN below admin; another tenant than the caller's is
// NOT_FOUND to all but a super_admin.
func (s *Service) TenantDetails(ctx context.Context, caller Caller, id uuid.UUID) (TenantDetails, error) {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return TenantDetails{}, err
	}
	return s.tenantDetails(ctx, s.db, tenant)
}

func (s *Service) tenantDetails(ctx context.Context, from database.Querier, id uuid.UUID) (details TenantDetails, err error) {
	if details.Tenant, err = readTenantByID(ctx, from, id); err != nil {
		return details, err
	}
	if details.Settings, err = s.brands.Settings(ctx, from, id); err != nil {
		return details, err
	}
	details.Brand, err = s.brands.Face(ctx, from, id)
	return details, err
}

// UpdateTenant changes a tenant's brand, with effect on every replica from the next request. It fails as TenantDetails
// does, with VALIDATION_ERROR, and with CONFLICT when a domain is another tenant's. Only a super_admin sets domains:
// whoever could claim another tenant's would receive its log-ins. For everybody else, an app or a sender address
// outside the domains is FORBIDDEN, since links that open accounts lead to the one and people trust the other. A change
// to what people trust requires a recent log-in (REAUTHENTICATION_REQUIRED), which an API key never has (FORBIDDEN).
func (s *Service) UpdateTenant(ctx context.Context, caller Caller, id uuid.UUID, change brand.Change) (details TenantDetails, err error) {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return details, err
	}
	isSuper := caller.Role.AtLeast(RoleSuperAdmin)
	if change.Domains != nil && !isSuper {
		return details, fault.New(fault.Forbidden, "only a super_admin sets the domains of a tenant").About("domains")
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		before, err := s.brands.Lock(ctx, tx, tenant)
		if err != nil {
			return err
		}
		after, err := before.With(change)
		if err != nil {
			return err
		}
		if field := after.OutsideDomains(change); field != "" && !isSuper {
			return fault.New(fault.Forbidden, "it must lie in the domains of the tenant; a super_admin may set another").About(field)
		}
		was, is := audit.Changes(before.Fields(), after.Fields())
		if slices.ContainsFunc(trustedFields, func(field string) bool { return was[field] != is[field] }) {
			if err := caller.RequireRecentLogin(s.now()); err != nil {
				return err
			}
		}
		if len(is) > 0 {
			if err := s.brands.Save(ctx, tx, tenant, after); err != nil {
				return err
			}
			if err := s.auditTenant(ctx, tx, caller, tenant, "tenant.brand_changed", was, is); err != nil {
				return err
			}
		}
		details, err = s.tenantDetails(ctx, tx, tenant)
		return err
	})
	return details, err
}

// trustedFields of a brand decide where links that open accounts lead, in whose name mails come, and whom they tell
// people to ask.
var trustedFields = []string{"domains", "appUrl", "mailSenderAddress", "mailSenderName", "productName", "supportAddress"}

// MailTemplates returns all kinds of mail of a tenant, in the platform's wording and in the tenant's. It fails as
// TenantDetails does.
func (s *Service) MailTemplates(ctx context.Context, caller Caller, id uuid.UUID) ([]brand.MailTemplate, error) {
	tenant, err := s.tenantOfAdministrator(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	return s.brands.MailTemplates(ctx, s.db, tenant)
}

// SetMailTemplate gives a mail the tenant's own wording. It fails as TenantDetails does, with NOT_FOUND when there is
// no such mail, and with VALIDATION_ERROR on the field that breaks a rule. The text around links that open accounts
// requires a recent log-in, just as their target does (REAUTHENTICATION_REQUIRED, FORBIDDEN for an API key).
func (s *Service) SetMailTemplate(ctx context.Context, caller Caller, id uuid.UUID, kind brand.Kind, override brand.Override) (template brand.MailTemplate, err error) {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return template, err
	}
	if err := caller.RequireRecentLogin(s.now()); err != nil {
		return template, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if _, err := s.brands.Lock(ctx, tx, tenant); err != nil {
			return err
		}
		var before brand.MailTemplate
		if before, template, err = s.brands.SetMail(ctx, tx, tenant, kind, override); err != nil {
			return err
		}
		return s.auditTemplate(ctx, tx, caller, tenant, before, template)
	})
	return template, err
}

// ResetMailTemplate restores the platform's wording of a tenant's mail. It fails as SetMailTemplate does.
func (s *Service) ResetMailTemplate(ctx context.Context, caller Caller, id uuid.UUID, kind brand.Kind) error {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return err
	}
	if err := caller.RequireRecentLogin(s.now()); err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if _, err := s.brands.Lock(ctx, tx, tenant); err != nil {
			return err
		}
		before, err := s.brands.ResetMail(ctx, tx, tenant, kind)
		if err != nil || before.Override == nil {
			return err
		}
		return s.auditTemplate(ctx, tx, caller, tenant, before, brand.MailTemplate{Kind: kind})
	})
}

// PreviewMail renders a tenant's mail with sample values, in the given wording or in the one in use. It fails as
// SetMailTemplate does, but requires no recent log-in.
func (s *Service) PreviewMail(ctx context.Context, caller Caller, id uuid.UUID, kind brand.Kind, override *brand.Override) (brand.Letter, error) {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return brand.Letter{}, err
	}
	return s.brands.Preview(ctx, s.db, tenant, kind, override)
}

// SendTestMail sends a tenant's mail with sample values to the caller. It fails as PreviewMail does, and with
// RATE_LIMITED after too many.
func (s *Service) SendTestMail(ctx context.Context, caller Caller, id uuid.UUID, kind brand.Kind) error {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		mails, wait, err := s.countAttempt(ctx, tx, "test-mail:"+caller.UserID.String(), attemptWindow)
		if err != nil {
			return err
		}
		if mails > testMailsPerWindow {
			return fault.New(fault.RateLimited, "too many test emails were requested").After(wait)
		}
		letter, err := s.brands.Preview(ctx, tx, tenant, kind, nil)
		if err != nil {
			return err
		}
		user, err := readUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		letter.Subject = "[Test] " + letter.Subject
		if err := s.messages.Enqueue(ctx, tx, letter.To(user.TenantID, user.ID, user.Email, s.now().Add(resetMailLifetime))); err != nil {
			return err
		}
		return s.auditTenant(ctx, tx, caller, tenant, "tenant.test_mail_sent", nil, audit.Fields{"kind": string(kind)})
	})
}

// tenantOfAdministrator is administeredTenant for a tenant that must exist.
func (s *Service) tenantOfAdministrator(ctx context.Context, caller Caller, id uuid.UUID) (uuid.UUID, error) {
	tenant, err := administeredTenant(caller, id)
	if err != nil {
		return uuid.Nil, err
	}
	_, err = readTenantByID(ctx, s.db, tenant)
	return tenant, err
}

// auditTenant records an administrator's change to a tenant, with the values before and after.
func (s *Service) auditTenant(ctx context.Context, tx *database.Tx, caller Caller, tenant uuid.UUID, action string, before, after audit.Fields) error {
	return s.record(ctx, tx, audit.Entry{
		TenantID: tenant, Actor: caller.Actor(), Action: action,
		Subject: audit.Subject{Kind: "tenant", ID: tenant.String()}, Before: before, After: after,
	})
}

// longestAudited is how many characters of a template the audit log shows.
const longestAudited = 1000

// auditTemplate records a tenant's wording of a mail before and after a change.
func (s *Service) auditTemplate(ctx context.Context, tx *database.Tx, caller Caller, tenant uuid.UUID, before, after brand.MailTemplate) error {
	fields := func(template brand.MailTemplate) audit.Fields {
		shown := audit.Fields{"subject": "", "text": "", "html": ""}
		if own := template.Override; own != nil {
			shown = audit.Fields{"subject": own.Subject, "text": audit.Brief(own.Text, longestAudited), "html": audit.Brief(own.HTML, longestAudited)}
		}
		return shown
	}
	was, is := audit.Changes(fields(before), fields(after))
	return s.record(ctx, tx, audit.Entry{
		TenantID: tenant, Actor: caller.Actor(), Action: "tenant.mail_template_changed", Before: was, After: is,
		Subject: audit.Subject{Kind: "mail_template", ID: string(after.Kind)},
	})
}
