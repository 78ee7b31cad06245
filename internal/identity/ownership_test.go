package identity_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

func TestWhoOwnsWhatIsAuthored(t *testing.T) {
	t.Parallel()
	tenant := uuid.New()
	for _, c := range []struct {
		role    identity.Role
		scope   identity.Scope
		want    uuid.UUID
		refused bool
	}{
		{role: identity.RoleUser, refused: true},
		{role: identity.RoleAnalyst, scope: identity.ScopeTenant, refused: true},
		{role: identity.RoleAdmin, want: tenant},
		{role: identity.RoleAdmin, scope: identity.ScopeTenant, want: tenant},
		{role: identity.RoleAdmin, scope: identity.ScopePlatform, refused: true},
		{role: identity.RoleSuperAdmin, want: identity.Platform},
		{role: identity.RoleSuperAdmin, scope: identity.ScopePlatform, want: identity.Platform},
		{role: identity.RoleSuperAdmin, scope: identity.ScopeTenant, want: tenant},
	} {
		caller := identity.Caller{TenantID: tenant, Role: c.role}
		got, err := caller.OwnerFor(c.scope, identity.RoleAdmin)
		if got != c.want || fault.Is(err, fault.Forbidden) != c.refused {
			t.Errorf("a %s who authors for %q: %s (%v), want %s", c.role, c.scope, got, err, c.want)
		}
	}
}

func TestWhoSeesAndChangesWhat(t *testing.T) {
	t.Parallel()
	tenant, other := uuid.New(), uuid.New()
	for _, c := range []struct {
		role              identity.Role
		owner             uuid.UUID
		sees, mayAuthorIt bool
	}{
		{identity.RoleAnalyst, tenant, true, false},
		{identity.RoleAdmin, tenant, true, true},
		{identity.RoleAdmin, identity.Platform, true, false},
		{identity.RoleSuperAdmin, identity.Platform, true, true},
		{identity.RoleSuperAdmin, tenant, true, true},
		{identity.RoleAdmin, other, false, false},
		{identity.RoleSuperAdmin, other, false, false},
	} {
		caller := identity.Caller{TenantID: tenant, Role: c.role}
		sees, err := caller.Sees(c.owner), caller.MayAuthor(c.owner, identity.RoleAdmin)
		if may := err == nil; sees != c.sees || may != c.mayAuthorIt || fault.Is(err, fault.NotFound) == sees {
			t.Errorf("a %s and %s: sees %v, authors %v (%v)", c.role, c.owner, sees, may, err)
		}
	}
}
