package edge

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// Authenticator identifies the holder of an access token or an API key. It fails with a fault of status 401 or 403
// when the token is invalid, and with any other error when it cannot be checked now.
type Authenticator interface {
	Authenticate(ctx context.Context, accessToken string) (identity.Caller, error)
	// StillIn fails with a fault when the caller's session is over, whatever has become of the token, and with any
	// other error when that cannot be checked now.
	StillIn(ctx context.Context, caller identity.Caller) error
	// StillOpen fails as Authenticate does, except that an expired token fails only when its session is over.
	StillOpen(ctx context.Context, accessToken string) error
	// CallerOf returns the caller of a session that was admitted by other means than a token. It fails as StillIn
	// does.
	CallerOf(ctx context.Context, session uuid.UUID) (identity.Caller, error)
	// Follow calls changed, which must be quick, when the result of StillIn may have changed, until cancel is called.
	Follow(session uuid.UUID, changed func()) (cancel func())
}

// authenticate checks the token, if there is one, once for all later steps. An invalid token is not a failure yet: a
// caller with an expired token may still call public operations.
func (h *Handler) authenticate(e *exchange, r *http.Request) {
	token, found := bearerToken(r.Header)
	if !found {
		e.denied = errNoToken
		return
	}
	known, err := h.authenticator.Authenticate(r.Context(), token)
	if err != nil {
		e.denied = err
		return
	}
	e.caller, e.authenticated = known, true
	known.NoteKeyUse(e.addressText)
}

// bodyAtOnce is how long a request may take to the end of its body and still count as having arrived at once.
const bodyAtOnce = time.Millisecond

// askAgain authenticates the caller again when the body arrived late: a user who is deleted, suspended, logged out or
// demoted meanwhile must not be served with their earlier rights. It fails as a request that starts now would.
func (h *Handler) askAgain(e *exchange, r *http.Request) error {
	if !e.authenticated || time.Since(e.started) < h.bodyAtOnce {
		return nil
	}
	e.caller, e.authenticated = identity.Caller{}, false
	if h.authenticate(e, r); !e.authenticated && !e.operation.public {
		return e.denied
	}
	if err := h.checkRequirement(e); err != nil {
		return err
	}
	return e.checkScope()
}

var errNoToken = fault.New(fault.Unauthorized, "an access token is required")

// bearerToken finds the token in the same place as the generated server.
func bearerToken(header http.Header) (string, bool) {
	const scheme = "Bearer "
	for _, value := range header["Authorization"] {
		if len(value) >= len(scheme) && strings.EqualFold(value[:len(scheme)], scheme) {
			return value[len(scheme):], true
		}
	}
	return "", false
}

// security implements the generated server's authentication hooks.
type security struct{}

// HandleBearerAuth returns the result of authenticate.
func (security) HandleBearerAuth(ctx context.Context, _ oas.OperationName, _ oas.BearerAuth) (context.Context, error) {
	e := exchangeOf(ctx)
	if !e.authenticated {
		return nil, e.denied
	}
	return ctx, nil
}

// HandleTicketAuth admits the holder of a ticket that was issued for a session, and uses the ticket up. A caller who
// has sent a token needs none.
func (security) HandleTicketAuth(ctx context.Context, _ oas.OperationName, given oas.TicketAuth) (context.Context, error) {
	e := exchangeOf(ctx)
	if e.authenticated {
		return ctx, nil
	}
	if e.handler.tickets == nil {
		return nil, e.denied
	}
	session, err := e.handler.tickets(ctx, given.APIKey)
	if err != nil {
		return nil, err
	}
	if e.caller, err = e.handler.authenticator.CallerOf(ctx, session); err != nil {
		return nil, err
	}
	e.authenticated = true
	return ctx, e.checkScope()
}
