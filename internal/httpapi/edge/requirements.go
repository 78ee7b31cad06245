package edge

import (
	"time"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// requirement is what an operation requires of its caller regardless of the request, according to the contract: the
// minimum role (x-role) and whether the log-in must be recent (x-recent-login). It is checked before the body is read
// and before a stored response is looked up, since the operation itself is not called again then. Features check the
// same, and more where it depends on the request; a test of the operation table ensures that the two agree.
type requirement struct {
	role   identity.Role // empty for operations open to everyone
	recent bool          // the log-in must be at most fifteen minutes old
}

// metBy fails as the operation would: with FORBIDDEN or REAUTHENTICATION_REQUIRED.
func (r requirement) metBy(caller identity.Caller, now time.Time) error {
	if r.role != "" {
		if err := caller.Require(r.role); err != nil {
			return err
		}
	}
	if r.recent {
		return caller.RequireRecentLogin(now)
	}
	return nil
}

// checkRequirement fails as the operation of the exchange would. A caller without a token is refused later, unless a
// ticket admits them.
func (h *Handler) checkRequirement(e *exchange) error {
	if e.operation == nil || !e.authenticated {
		return nil
	}
	return e.operation.requirement.metBy(e.caller, h.now())
}

// mayRepeat fails unless the stored response may be given to the present caller. An operation that refuses some roles
// may have let the first request pass only because of its caller's role then.
func (h *Handler) mayRepeat(e *exchange, earlier *storedAnswer) error {
	if earlier.Operation != "" && e.authenticated {
		if earlier.TenantID != e.caller.TenantID.String() || earlier.Operation != e.operation.id {
			return errKeyReused
		}
		if e.operation.refusesRoles && !e.caller.Role.AtLeast(earlier.Role) {
			return fault.New(fault.Forbidden, "the first request was made with the role %s", earlier.Role)
		}
	}
	if earlier.Header["Set-Cookie"] != "" && !e.isOwnPage() {
		return errForeignPage
	}
	return h.sessionGoesOn(e, earlier)
}

// sessionGoesOn fails with SESSION_REVOKED or ACCOUNT_SUSPENDED when the stored response contains the tokens of a
// session that is over. An access token that has merely expired may still be refreshed.
func (h *Handler) sessionGoesOn(e *exchange, earlier *storedAnswer) error {
	token := earlier.accessToken()
	if token == "" {
		return nil
	}
	return h.authenticator.StillOpen(&e.context, token)
}
