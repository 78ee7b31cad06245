package identity

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/fault"
)

// Role says what a user may do. Every role may do what the ones before it may.
type Role string

// The roles, from the least to the most trusted.
const (
	RoleUser       Role = "user"
	RoleTrader     Role = "trader"
	RoleAnalyst    Role = "analyst"
	RoleAdmin      Role = "admin"
	RoleSuperAdmin Role = "super_admin"
)

var ranks = map[Role]int{RoleUser: 1, RoleTrader: 2, RoleAnalyst: 3, RoleAdmin: 4, RoleSuperAdmin: 5}

// Valid reports whether there is such a role.
func (r Role) Valid() bool { return ranks[r] > 0 }

var errNoSuchRole = fault.Invalid("role", "must be user, trader, analyst, admin or super_admin")

// AtLeast reports whether the role includes everything that other may do.
func (r Role) AtLeast(other Role) bool { return ranks[r] >= ranks[other] }

// Origin tells where a request came from, for the session list and the audit log.
type Origin = audit.Origin

// Caller is who makes a request, as shown by a valid access token of a living session, or by an API key.
type Caller struct {
	UserID   uuid.UUID
	TenantID uuid.UUID
	// SessionID is what the caller came in with: a session, or the API key that KeyID names too.
	SessionID uuid.UUID
	KeyID     uuid.UUID // nil for who came in with a session
	Role      Role
	// AuthenticatedAt is when the caller last showed the password.
	AuthenticatedAt time.Time
	Origin          Origin

	user      *User // as read when the caller was authenticated
	assurance int   // of the session
	key       *keyAccess
}

// Caller is the user as a caller without a session, who shows no password: for what the platform itself does in somebody's name.
func (u *User) Caller() Caller {
	return Caller{UserID: u.ID, TenantID: u.TenantID, Role: u.Role, user: u}
}

// from is the user as the audit log names who came without a session, and has shown by a password or a link who they are.
func (u *User) from(origin Origin) Caller { return Caller{UserID: u.ID, Origin: origin} }

// Require fails with FORBIDDEN unless the caller has at least the given role.
func (c Caller) Require(role Role) error {
	if !c.Role.AtLeast(role) {
		return fault.New(fault.Forbidden, "this needs the role %s", role)
	}
	return nil
}

// Actor is the caller as the audit log names them.
func (c Caller) Actor() audit.Actor {
	return audit.Actor{UserID: c.UserID, KeyID: c.KeyID, Origin: c.Origin}
}

// MayDecideFor fails with SELF_DECISION when the case that the caller is about to decide is their own:
// whatever the role, money and standing are given by somebody else.
func (c Caller) MayDecideFor(owner uuid.UUID) error {
	if c.UserID == owner {
		return fault.New(fault.SelfDecision, "nobody decides on their own case; ask another administrator")
	}
	return nil
}
