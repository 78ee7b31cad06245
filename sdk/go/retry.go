package bourse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

const (
	// firstPause is about how long the client waits before the first retry; each later pause is twice as long.
	firstPause = 200 * time.Millisecond
	// longestPause is the longest pause. When a server asks for more, the call is not retried and its error is
	// returned.
	longestPause = 30 * time.Second
)

// do calls an operation and retries it where that may help and does nothing twice. The error is that of the last
// attempt; when the context ends in between, it wraps both.
func (c *Client) do(ctx context.Context, p *prepared) (*answer, error) {
	for repeated := 0; ; repeated++ {
		answered, err := c.authorized(ctx, p)
		if err == nil {
			return answered, nil
		}
		wait := pauseBefore(repeated, err)
		if ctx.Err() != nil || repeated >= c.retries || wait > longestPause || !p.isWorthRepeating(err) {
			return nil, err
		}
		if deadline, isThere := ctx.Deadline(); isThere && time.Until(deadline) < wait {
			return nil, err
		}
		if ended := pause(ctx, wait); ended != nil {
			return nil, fmt.Errorf("%w, after %w", ended, err)
		}
	}
}

// isWorthRepeating reports whether the same request may succeed the next time and does nothing twice.
func (p *prepared) isWorthRepeating(err error) bool {
	var exchange *exchangeError
	if errors.As(err, &exchange) {
		return false
	}
	isRepeatable := p.method != http.MethodPatch && p.method != http.MethodPost || p.header.Get("Idempotency-Key") != ""
	var refused *Error
	if errors.As(err, &refused) {
		switch refused.Status {
		case http.StatusTooManyRequests: // nothing was done; other codes mean that a person must wait
			return refused.Code == CodeRateLimited || refused.Code == CodeUnexpectedAnswer
		case http.StatusConflict: // an earlier attempt with the same key is still in progress
			return isRepeatable && refused.RetryAfter > 0
		case http.StatusBadGateway, http.StatusGatewayTimeout:
			return isRepeatable
		case http.StatusServiceUnavailable:
			return isRepeatable && (passes(refused.Code) || refused.RetryAfter > 0)
		}
		return false
	}
	var lost *lostError
	var dialing *net.OpError
	switch {
	case errors.As(err, &dialing) && dialing.Op == "dial":
		return true // nothing was sent
	case errors.As(err, &lost), errors.Is(err, context.DeadlineExceeded):
		return isRepeatable
	}
	return false
}

// passes reports whether a service comes back by itself: the server, an intermediary, or the prices. Payments that an
// installation does not have stay unavailable.
func passes(code ErrorCode) bool {
	return code == CodeServiceUnavailable || code == CodeMarketDataStale || code == CodeUnexpectedAnswer
}

// pauseBefore is how long to wait before the first (0) or a later retry. It is random, so that the clients of a server
// that was down do not all return at the same instant, and never shorter than what the server asks for.
func pauseBefore(repeated int, err error) time.Duration {
	most := min(firstPause<<min(repeated, 16), longestPause)
	wait := most/2 + rand.N(most/2)
	var refused *Error
	if errors.As(err, &refused) {
		wait = max(wait, refused.RetryAfter)
	}
	return wait
}

// pause waits. It fails with the context's error when that ends first.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
