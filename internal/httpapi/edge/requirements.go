package edge

import (
	"time"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// requirement is what an operation asks of its caller whatever the request says.
type requirement struct {
	role   identity.Role // empty for every role
	recent bool          // a log-in at most fifteen minutes old
}

var (
	forAnalysts    = requirement{role: identity.RoleAnalyst}
	forAdmins      = requirement{role: identity.RoleAdmin}
	forSuperAdmins = requirement{role: identity.RoleSuperAdmin}
	afterLogin     = requirement{recent: true}
)

// requirements are those of the operations that can be repeated under an Idempotency-Key: they are checked
// before the stored answer is looked for, because the operation itself, which would check them, is not called
// again. Who may do what stays the business of the features.
var requirements = map[string]requirement{
	"setupTwoFactor": afterLogin, "verifyTwoFactor": afterLogin, "disableTwoFactor": afterLogin, "replaceBackupCodes": afterLogin,

	"createTenant": forSuperAdmins,

	"createWebhookEndpoint": forAdmins, "verifyWebhookEndpoint": forAdmins, "testWebhookEndpoint": forAdmins,
	"rotateWebhookSecret": forAdmins, "recoverWebhookEndpoint": forAdmins, "retryWebhookDelivery": forAdmins,
	"publishWebhookEvent": forAdmins,

	"createBot": forAdmins, "createSignal": forAnalysts, "createBacktest": forAnalysts,
	"createCourse": forAdmins, "publishCourse": forAdmins, "archiveCourse": forAdmins, "createLesson": forAdmins,
	"refundPayment": forAdmins, "decideWithdrawal": forAdmins, "markWithdrawalPaid": forAdmins, "markWithdrawalFailed": forAdmins,
	"decideKycPerson": forAdmins,
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

// checkRequirement fails as the operation of the exchange would.
func (h *handler) checkRequirement(e *exchange) error {
	if !e.authenticated {
		return nil
	}
	return e.operation.requirement.metBy(e.caller, h.now())
}

// mayRepeat fails unless the stored answer may be given to who asks now. An operation that refuses some roles
// may have let this request pass only because of the role that its caller had then.
func (h *handler) mayRepeat(e *exchange, earlier *storedAnswer) error {
	if earlier.Operation != "" && e.authenticated {
		if earlier.TenantID != e.caller.TenantID.String() || earlier.Operation != e.operation.id {
			return errKeyReused
		}
		if e.operation.refusesRoles && !e.caller.Role.AtLeast(earlier.Role) {
			return fault.New(fault.Forbidden, "the first request was made with the role %s", earlier.Role)
		}
	}
	return h.sessionGoesOn(e, earlier)
}

// sessionGoesOn fails with SESSION_REVOKED or ACCOUNT_SUSPENDED when the stored answer holds the tokens of a
// session that is over. An access token that has merely expired may still be refreshed.
func (h *handler) sessionGoesOn(e *exchange, earlier *storedAnswer) error {
	token := earlier.accessToken()
	if token == "" {
		return nil
	}
	_, err := h.authenticator.Authenticate(&e.context, token)
	if fault.Is(err, fault.TokenExpired) {
		return nil
	}
	return err
}
