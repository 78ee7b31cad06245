package identity

import (
	"github.com/google/uuid"

	"bourse/internal/fault"
)

// Bots, signals and courses have an owner: the platform, whose things every tenant sees and only a super_admin
// changes, or one tenant, whose users see them and whose own people author them. Nobody else, a super_admin of
// another tenant included, is told that a tenant's thing exists.

// Platform is the owner of what all tenants share.
var Platform = uuid.Nil

// Scope says for whom somebody authors.
type Scope string

// The scopes. An empty one is the author's usual: the platform for a super_admin, the tenant for others.
const (
	ScopePlatform Scope = "platform"
	ScopeTenant   Scope = "tenant"
)

// ScopeOf is the scope of something with an owner.
func ScopeOf(owner uuid.UUID) Scope {
	if owner == Platform {
		return ScopePlatform
	}
	return ScopeTenant
}

// Sees tells whether the caller may know of something with an owner.
func (c Caller) Sees(owner uuid.UUID) bool { return owner == Platform || owner == c.TenantID }

// OwnerFor is who will own what the caller authors in a scope. It fails with FORBIDDEN below a role, and, on
// the field scope, when the scope is the platform and the caller is no super_admin.
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

// MayAuthor fails unless the caller may change something with an owner: the tenant's own people, with at least a
// role, what is the tenant's, and a super_admin what is the platform's. What the caller may not know of is
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
