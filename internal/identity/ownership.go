package identity

import (
	"github.com/google/uuid"

	"bourse/internal/fault"
)

// Bots, signals and courses have an owner: the platform, whose things every tenant sees and only a super_admin changes,
// or one tenant, whose users see them and whose own staff author them. Nobody else, not even a super_admin of another
// tenant, learns that a tenant's thing exists.

// Platform is the owner of what all tenants share.
var Platform = uuid.Nil

// Scope is for whom a caller authors something.
type Scope string

// The scopes. The empty one is the author's default: the platform for a super_admin, the tenant for others.
const (
	ScopePlatform Scope = "platform"
	ScopeTenant   Scope = "tenant"
)

// ScopeOf returns the scope for an owner.
func ScopeOf(owner uuid.UUID) Scope {
	if owner == Platform {
		return ScopePlatform
	}
	return ScopeTenant
}

// Sees reports whether the caller may know of something with this owner.
func (c Caller) Sees(owner uuid.UUID) bool { return owner == Platform || owner == c.TenantID }

// OwnerFor returns the owner of what the caller authors in a scope. It fails with FORBIDDEN below a role, and, on the
// field scope, when the scope is the platform and the caller is not a super_admin.
func (c Caller) OwnerFor(scope Scope, role Role) (uuid.UUID, error) {
	if err := c.Require(role); err != nil {
		return uuid.Nil, err
	}
	isSuper := c.Role.AtLeast(RoleSuperAdmin)
	switch {
	case scope == ScopeTenant || scope == "" && !isSuper:
		return c.TenantID, nil
	case isSuper:
		return Platform, nil
	}
	return uuid.Nil, fault.New(fault.Forbidden, "only a super_admin authors for the platform").About("scope")
}

// MayAuthor fails unless the caller may change something with this owner. The tenant's own staff, with at least the
// given role, may change the tenant's things; a super_admin the platform's. What the caller may not know of is
// NOT_FOUND, anything else FORBIDDEN.
func (c Caller) MayAuthor(owner uuid.UUID, role Role) error {
	if err := c.Require(role); err != nil {
		return err
	}
	if !c.Sees(owner) {
		return fault.New(fault.NotFound, "there is no such thing")
	}
	if owner == Platform && !c.Role.AtLeast(RoleSuperAdmin) {
		return fault.New(fault.Forbidden, "it is the platform's: only a super_admin changes it")
	}
	return nil
}
