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

// Authenticator tells who holds an access token or an API key. It fails with a fault of status 401 or 403 when the token
// is not good, and with any other error when that cannot be found out now.
type Authenticator interface {
	Authenticate(ctx context.Context, accessToken string) (identity.Caller, error)
	// StillIn fails with a fault when the caller's session is over, whatever has become of the token, and with
	// any other error when that cannot be found out now.
	StillIn(ctx context.Context, caller identity.Caller) error
	// StillOpen fails as Authenticate does, but for a token that has merely expired only when its session is over.
	StillOpen(ctx context.Context, accessToken string) error
	// CallerOf returns whose session it is, for who was let in by it before. It fails as StillIn does.
	CallerOf(ctx context.Context, session uuid.UUID) (identity.Caller, error)
	// Follow calls changed, which is quick, when StillIn may have another answer, until cancel is called.
	Follow(session uuid.UUID, changed func()) (cancel func())
}

// authenticate looks at the token, if there is one, once for all later steps. A bad token is no failure
// yet: whoever calls a public operation with an old token in the hand is still welcome.
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

// bodyAtOnce is how long a request may take up to the end of its body that counts as one that came whole.
const bodyAtOnce = time.Millisecond

// askAgain asks who the caller is once more when the body has come late: whoever is erased, locked out, logged out or
// demoted while it comes must not be served as who they were when it began. It fails as a request would that begins now.
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

// bearerToken finds the token where the generated server looks for it too.
func bearerToken(header http.Header) (string, bool) {
	const scheme = "Bearer "
	for _, value := range header["Authorization"] {
		if len(value) >= len(scheme) && strings.EqualFold(value[:len(scheme)], scheme) {
			return value[len(scheme):], true
		}
	}
	return "", false
}

// security answers the generated server's question whether the caller may come in.
type security struct{}

// HandleBearerAuth returns what authenticate has found out already.
func (security) HandleBearerAuth(ctx context.Context, _ oas.OperationName, _ oas.BearerAuth) (context.Context, error) {
	e := exchangeOf(ctx)
	if !e.authenticated {
		return nil, e.denied
	}
	return ctx, nil
}

// HandleTicketAuth lets in who has a ticket that was made for a session, which is used up by it. Whoever has shown a
// token needs none.
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
