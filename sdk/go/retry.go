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
	// firstPause is about how long is waited before the first repetition; each later one waits twice as long.
	firstPause = 200 * time.Millisecond
	// longestPause is how long is waited at most. A server that asks for more gets no repetition: the program is told.
	longestPause = 30 * time.Second
)

// do calls an operation, and repeats it where that helps and cannot do anything twice. The error is that of the last
// attempt; when the context ends in between, both are in it.
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

// isWorthRepeating tells whether the same request may go well the next time, and does nothing twice.
func (p *prepared) isWorthRepeating(err error) bool {
	var exchange *exchangeError
	if errors.As(err, &exchange) {
		return false
	}
	isRepeatable := p.method != http.MethodPatch && p.method != http.MethodPost || p.header.Get("Idempotency-Key") != ""
	var refused *Error
	if errors.As(err, &refused) {
		switch refused.Status {
		case http.StatusTooManyRequests: // nothing was done; other codes are about a person who has to wait
			return refused.Code == CodeRateLimited || refused.Code == CodeUnexpectedAnswer
		case http.StatusConflict: // an earlier attempt of the same key is still under way
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

// passes tells whether what is unavailable comes back by itself: the server, somebody on the way to it, and prices. Payments
// that an installation does not have stay away.
func passes(code ErrorCode) bool {
	return code == CodeServiceUnavailable || code == CodeMarketDataStale || code == CodeUnexpectedAnswer
}

// pauseBefore is how long to wait before a call is repeated for the first (0) or a later time. It is random, so that many
// clients of a server that was gone do not come back at the same instant, and at least what the server asks for.
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
