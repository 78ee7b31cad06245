package edge

import "context"

// lasting is the context of a response that continues for as long as the client listens: it has no time limit, and
// ends when the client has gone or the server begins to stop. The caller must call cancel.
func (e *exchange) lasting() (ctx context.Context, cancel func()) {
	ctx, end := context.WithCancel(e.context.parent)
	detach := context.AfterFunc(e.handler.stopping, end)
	return ctx, func() {
		detach()
		end()
	}
}

// stillIn fails when the caller's session is over, or when that cannot be checked.
func (e *exchange) stillIn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	return e.handler.authenticator.StillIn(ctx, e.caller)
}

// endLasting ends the long-lived responses, so that a stopping server does not wait for them.
func (h *Handler) endLasting() { h.stop() }
