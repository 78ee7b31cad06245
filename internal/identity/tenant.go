package identity

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// DefaultTenant is the slug of the tenant that exists from the first start.
const DefaultTenant = "default"

// Tenant is one brand of the installation.
type Tenant struct {
	ID        uuid.UUID
	Slug      string
	Name      string
	CreatedAt time.Time
}

var slugForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// CreateTenant adds a brand. It requires super_admin; a slug that is taken is a CONFLICT.
func (s *Service) CreateTenant(ctx context.Context, caller Caller, slug, name string) (Tenant, error) {
	if err := caller.Require(RoleSuperAdmin); err != nil {
		return Tenant{}, err
	}
	return s.addTenant(ctx, slug, name, caller)
}

// AddTenant is CreateTenant for the operator, who needs no role.
func (s *Service) AddTenant(ctx context.Context, slug, name string) (Tenant, error) {
	return s.addTenant(ctx, slug, name, operator)
}

func (s *Service) addTenant(ctx context.Context, slug, name string, by Caller) (Tenant, error) {
	if !slugForm.MatchString(slug) {
		return Tenant{}, fault.Invalid("slug", "must be lower-case letters, digits and hyphens")
	}
	if name == "" || len(name) > 200 {
		return Tenant{}, fault.Invalid("name", "must have 1 to 200 characters")
	}
	tenant := Tenant{ID: database.NewID(), Slug: slug, Name: name, CreatedAt: s.now()}
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		added, err := insertTenant(ctx, tx, &tenant)
		if err != nil {
			return fmt.Errorf("insert tenant: %w", err)
		}
		if !added {
			return fault.New(fault.Conflict, "the slug %s is taken", slug).About("slug")
		}
		return s.record(ctx, tx, audit.Entry{
			TenantID: tenant.ID, Actor: by.Actor(), Action: "tenant.created",
			Subject: audit.Subject{Kind: "tenant", ID: tenant.ID.String()}, After: audit.Fields{"slug": slug, "name": name},
		})
	})
	return tenant, err
}

// Tenants lists the brands, newest first, and their total number. It requires super_admin.
func (s *Service) Tenants(ctx context.Context, caller Caller, page database.Page) ([]Tenant, int, error) {
	if err := caller.Require(RoleSuperAdmin); err != nil {
		return nil, 0, err
	}
	return listTenants(ctx, s.db, page)
}

// TenantBySlug finds a brand. It fails with NOT_FOUND when there is none.
func (s *Service) TenantBySlug(ctx context.Context, slug string) (Tenant, error) {
	return readTenant(ctx, s.db, slug)
}

// TenantNamed returns the id of the brand with this slug. Brands are never renamed or removed, so each is looked up
// once. It fails with NOT_FOUND on the field tenant.
func (s *Service) TenantNamed(ctx context.Context, slug string) (uuid.UUID, error) {
	if id, known := s.tenantIDs.Load(slug); known {
		return id.(uuid.UUID), nil
	}
	unknown := fault.New(fault.NotFound, "there is no tenant %s", slug).About("tenant")
	if !slugForm.MatchString(slug) { // such a slug may hold characters that no database stores
		return uuid.Nil, unknown
	}
	tenant, err := s.TenantBySlug(ctx, slug)
	if fault.Is(err, fault.NotFound) {
		return uuid.Nil, unknown
	}
	if err != nil {
		return uuid.Nil, err
	}
	s.tenantIDs.Store(slug, tenant.ID)
	return tenant.ID, nil
}

// ensureTenant returns the tenant, creating it when it does not exist.
func (s *Service) ensureTenant(ctx context.Context, slug, name string) (Tenant, error) {
	tenant, err := s.TenantBySlug(ctx, slug)
	if !fault.Is(err, fault.NotFound) {
		return tenant, err
	}
	tenant, err = s.AddTenant(ctx, slug, name)
	if fault.Is(err, fault.Conflict) { // another replica was faster
		return s.TenantBySlug(ctx, slug)
	}
	return tenant, err
}
