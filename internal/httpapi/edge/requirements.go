package edge

import (
	"time"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// requirement is what an operation asks of its caller whatever the request says, as the contract tells it: the least role
// (x-role) and whether the log-in has to be a recent one (x-recent-login). It is asked before a body is read and before a
// stored answer is looked for, since the operation itself is not called again. Features ask for the same, and for more
// where it depends on what is asked for; that both agree is a test of the table of operations.
type requirement struct {
	role   identity.Role // empty where everybody may call
	recent bool          // a log-in at most fifteen minutes old
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

// checkRequirement fails as the operation of the exchange would. Who has shown no token is turned away later, unless it
// is a ticket that lets them in.
func (h *Handler) checkRequirement(e *exchange) error {
	if e.operation == nil || !e.authenticated {
		return nil
	}
	return e.operation.requirement.metBy(e.caller, h.now())
}

// mayRepeat fails unless the stored answer may be given to who asks now. An operation that refuses some roles
// may have let this request pass only because of the role that its caller had then.
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

// sessionGoesOn fails with SESSION_REVOKED or ACCOUNT_SUSPENDED when the stored answer holds the tokens of a
// session that is over. An access token that has merely expired may still be refreshed.
func (h *Handler) sessionGoesOn(e *exchange, earlier *storedAnswer) error {
	token := earlier.accessToken()
	if token == "" {
		return nil
	}
	return h.authenticator.StillOpen(&e.context, token)
}
