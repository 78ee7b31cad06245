package identity

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/fault"
)

// Role determines what a user may do. Each role includes the rights of those before it.
type Role string

// The roles, from least to most privileged.
const (
	RoleUser       Role = "user"
	RoleTrader     Role = "trader"
	RoleAnalyst    Role = "analyst"
	RoleAdmin      Role = "admin"
	RoleSuperAdmin Role = "super_admin"
)

var ranks = map[Role]int{RoleUser: 1, RoleTrader: 2, RoleAnalyst: 3, RoleAdmin: 4, RoleSuperAdmin: 5}

// Valid reports whether the role exists.
func (r Role) Valid() bool { return ranks[r] > 0 }

var errNoSuchRole = fault.Invalid("role", "must be user, trader, analyst, admin or super_admin")

// AtLeast reports whether the role includes all rights of other.
func (r Role) AtLeast(other Role) bool { return ranks[r] >= ranks[other] }

// Origin is where a request came from, for the session list and the audit log.
type Origin = audit.Origin

// Caller is the user on whose behalf a request is made, as proved by a valid access token of an open session or by an
// API key.
type Caller struct {
	UserID   uuid.UUID
	TenantID uuid.UUID
	// SessionID identifies the caller's credential: a session, or the API key that is also in KeyID.
	SessionID uuid.UUID
	KeyID     uuid.UUID // nil for a caller with a session
	Role      Role
	// AuthenticatedAt is when the caller last gave the password.
	AuthenticatedAt time.Time
	Origin          Origin

	user      *User // as read when the caller was authenticated
	assurance int   // of the session
	key       *keyAccess
}

// Caller returns the user as a caller without a session or a password, for what the platform itself does on the user's
// behalf.
func (u *User) Caller() Caller {
	return Caller{UserID: u.ID, TenantID: u.TenantID, Role: u.Role, user: u}
}

// from returns the user as an actor for the audit log who has no session but has proved their identity with a password
// or a link.
func (u *User) from(origin Origin) Caller { return Caller{UserID: u.ID, Origin: origin} }

// Require fails with FORBIDDEN unless the caller has at least the given role.
func (c Caller) Require(role Role) error {
	if !c.Role.AtLeast(role) {
		return fault.New(fault.Forbidden, "this needs the role %s", role)
	}
	return nil
}

// Actor returns the caller as the audit log records them.
func (c Caller) Actor() audit.Actor {
	return audit.Actor{UserID: c.UserID, KeyID: c.KeyID, Origin: c.Origin}
}

// MayDecideFor fails with SELF_DECISION when the case to be decided is the caller's own: whatever the role, somebody
// else must decide about a person's money and rights.
func (c Caller) MayDecideFor(owner uuid.UUID) error {
	if c.UserID == owner {
		return fault.New(fault.SelfDecision, "nobody decides on their own case; ask another administrator")
	}
	return nil
}
