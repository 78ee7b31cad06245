package httpapi

import (
	"context"
	"time"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/httpapi/edge"
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

// brandLifetime is how long a page may cache its brand.
const brandLifetime = time.Minute

// GetBrand implements GET /brand.
func (a *API) GetBrand(ctx context.Context, params oas.GetBrandParams) (oas.GetBrandRes, error) {
	found, err := a.Identity.BrandFor(ctx, origin(ctx), params.Tenant.Value)
	if err != nil {
		return nil, err
	}
	edge.KeepFor(ctx, brandLifetime)
	shown := publicBrand(found)
	for _, account := range a.DemoAccounts {
		if account.Tenant == found.Slug {
			shown.DemoAccounts = append(shown.DemoAccounts, oas.DemoAccount{Email: account.Email, Password: account.Password, Role: oas.Role(account.Role)})
		}
	}
	return &oas.BrandEnvelope{Success: true, Data: shown}, nil
}

// DemoAccount is a user of the demo, offered to everyone on its log-in page.
type DemoAccount struct {
	Tenant, Email, Password string
	Role                    identity.Role
}

// GetTenant implements GET /tenants/{tenantId}.
func (a *API) GetTenant(ctx context.Context, params oas.GetTenantParams) (oas.GetTenantRes, error) {
	found, err := a.Identity.TenantDetails(ctx, caller(ctx), params.TenantId)
	if err != nil {
		return nil, err
	}
	return tenantDetails(found), nil
}

// UpdateTenant implements PATCH /tenants/{tenantId}.
func (a *API) UpdateTenant(ctx context.Context, req *oas.UpdateTenantRequest, params oas.UpdateTenantParams) (oas.UpdateTenantRes, error) {
	change := brand.Change{
		ProductName: pointer(req.ProductName), AppURL: pointer(req.AppUrl), SupportAddress: pointer(req.SupportAddress),
		MailSenderName: pointer(req.MailSenderName), MailSenderAddress: pointer(req.MailSenderAddress),
		PrimaryColor: pointer(req.PrimaryColor), AccentColor: pointer(req.AccentColor), LogoURL: pointer(req.LogoUrl),
	}
	if req.Domains != nil {
		change.Domains = &req.Domains
	}
	changed, err := a.Identity.UpdateTenant(ctx, caller(ctx), params.TenantId, change)
	if err != nil {
		return nil, err
	}
	return tenantDetails(changed), nil
}

// ListMailTemplates implements GET /tenants/{tenantId}/mail-templates.
func (a *API) ListMailTemplates(ctx context.Context, params oas.ListMailTemplatesParams) (oas.ListMailTemplatesRes, error) {
	templates, err := a.Identity.MailTemplates(ctx, caller(ctx), params.TenantId)
	if err != nil {
		return nil, err
	}
	return &oas.MailTemplateListEnvelope{Success: true, Data: mapped(templates, mailTemplate)}, nil
}

// SetMailTemplate implements PUT /tenants/{tenantId}/mail-templates/{kind}.
func (a *API) SetMailTemplate(ctx context.Context, req *oas.MailOverride, params oas.SetMailTemplateParams) (oas.SetMailTemplateRes, error) {
	template, err := a.Identity.SetMailTemplate(ctx, caller(ctx), params.TenantId, brand.Kind(params.Kind), override(*req))
	if err != nil {
		return nil, err
	}
	return &oas.MailTemplateEnvelope{Success: true, Data: mailTemplate(template)}, nil
}

// ResetMailTemplate implements DELETE /tenants/{tenantId}/mail-templates/{kind}.
func (a *API) ResetMailTemplate(ctx context.Context, params oas.ResetMailTemplateParams) (oas.ResetMailTemplateRes, error) {
	if err := a.Identity.ResetMailTemplate(ctx, caller(ctx), params.TenantId, brand.Kind(params.Kind)); err != nil {
		return nil, err
	}
	return done("the mail is written as the platform does"), nil
}

// PreviewMail implements POST /tenants/{tenantId}/mail-templates/{kind}/preview.
func (a *API) PreviewMail(ctx context.Context, req oas.OptMailOverride, params oas.PreviewMailParams) (oas.PreviewMailRes, error) {
	var wanted *brand.Override
	if req.Set {
		given := override(req.Value)
		wanted = &given
	}
	letter, err := a.Identity.PreviewMail(ctx, caller(ctx), params.TenantId, brand.Kind(params.Kind), wanted)
	if err != nil {
		return nil, err
	}
	return &oas.MailPreviewEnvelope{Success: true, Data: oas.MailPreview{Subject: letter.Subject, Text: letter.Text, HTML: letter.HTML}}, nil
}

// SendTestMail implements POST /tenants/{tenantId}/mail-templates/{kind}/test.
func (a *API) SendTestMail(ctx context.Context, params oas.SendTestMailParams) (oas.SendTestMailRes, error) {
	if err := a.Identity.SendTestMail(ctx, caller(ctx), params.TenantId, brand.Kind(params.Kind)); err != nil {
		return nil, err
	}
	return done("the mail is on its way to you"), nil
}

// pointer converts an optional text.
func pointer(text oas.OptString) *string {
	if !text.Set {
		return nil
	}
	return &text.Value
}

func publicBrand(b brand.Brand) oas.Brand {
	return oas.Brand{
		Tenant: b.Slug, ProductName: b.ProductName, AppUrl: b.AppURL, SupportAddress: b.SupportAddress, LogoUrl: b.LogoURL,
		PrimaryColor: b.PrimaryColor, AccentColor: b.AccentColor,
	}
}

func tenantDetails(t identity.TenantDetails) *oas.TenantDetailsEnvelope {
	s := t.Settings
	return &oas.TenantDetailsEnvelope{Success: true, Data: oas.TenantDetails{
		ID: t.ID, Slug: t.Slug, Name: t.Name, CreatedAt: t.CreatedAt, Domains: s.Domains,
		Settings: oas.BrandSettings{
			ProductName: s.ProductName, AppUrl: s.AppURL, SupportAddress: s.SupportAddress, MailSenderName: s.MailSenderName,
			MailSenderAddress: s.MailSenderAddress, PrimaryColor: s.PrimaryColor, AccentColor: s.AccentColor, LogoUrl: s.LogoURL,
		},
		Brand: publicBrand(t.Brand),
	}}
}

func override(given oas.MailOverride) brand.Override {
	return brand.Override{Subject: given.Subject, Text: given.Text, HTML: given.HTML.Value}
}

func shownOverride(o brand.Override) oas.MailOverride {
	return oas.MailOverride{Subject: o.Subject, Text: o.Text, HTML: oas.OptString{Value: o.HTML, Set: o.HTML != ""}}
}

func mailTemplate(t brand.MailTemplate) oas.MailTemplate {
	shown := oas.MailTemplate{
		Kind: string(t.Kind), Variables: t.Variables, Default: shownOverride(t.Default),
		UpdatedAt: optTime(t.UpdatedAt), Problem: oas.OptString{Value: t.Problem, Set: t.Problem != ""},
	}
	if t.Override != nil {
		shown.Override = oas.NewOptMailOverride(shownOverride(*t.Override))
	}
	return shown
}
