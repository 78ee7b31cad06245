package delivery

import (
	"context"
	"math/big"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/signing"
)

// Endpoints is what the engine asks and tells about endpoints.
type Endpoints interface {
	// Find returns a tenant's endpoint as it is now, nil when there is none. It is asked before every attempt, so it
	// must be quick. It fails when the database does.
	Find(ctx context.Context, tenant, endpoint uuid.UUID) (*Endpoint, error)
	// Changes counts the changes of endpoints that this process knows of. Where it is what it was before Find, what was
	// found is not older than any of them.
	Changes() uint64
	// SkipPending has what is pending skipped, because nobody can send it. It fails when the database does.
	SkipPending(ctx context.Context, tenant, endpoint uuid.UUID) error
	// Disable switches an endpoint off, because its receiver is gone or has failed for too long, in the transaction that
	// records it. It fails when the database does.
	Disable(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, reason string) error
}

// Endpoint is a receiver made ready to be sent to: everything that can be parsed is. It is not changed any more. Of one
// that cannot be used, parts are missing.
type Endpoint struct {
	URL                string
	HTTPMethod         string
	CustomHeaders      map[string]string // whose values are secrets
	Timeout            time.Duration
	Authentication     auth.Method
	Key                *signing.Key // nil: nothing is signed
	FormerKeys         []FormerKey  // sign too, each until it ends
	Retry              RetryPolicy
	RateLimitPerMinute int
	RateLimitPerHour   int
	// IsUsable tells that this process may send to it now.
	IsUsable bool
	// SkipsPending tells that nobody may: what is published for it is skipped.
	SkipsPending bool
}

// FormerKey is a key from before a rotation.
type FormerKey struct {
	Key  signing.Key
	Ends time.Time
}

// isUsable reports whether there is an endpoint and something may be sent to it by this process now.
func (e *Endpoint) isUsable() bool { return e != nil && e.IsUsable }

// keys are the keys that sign now: for a day after a rotation those of before too.
func (e *Endpoint) keys(now time.Time) []signing.Key {
	var keys []signing.Key
	if e.Key != nil {
		keys = append(keys, *e.Key)
	}
	for _, former := range e.FormerKeys {
		if now.Before(former.Ends) {
			keys = append(keys, former.Key)
		}
	}
	return keys
}

// RetryWindow is how long the retries of a delivery may take.
const RetryWindow = 30 * 24 * time.Hour

// RetryPolicy is how often and when a delivery that failed is attempted again.
type RetryPolicy struct {
	IsEnabled    bool
	Most         int
	DelaySeconds int
	// BackoffTenths is the multiplier in tenths, which is exact.
	BackoffTenths int
}

// allows reports whether retry n may be made, counted from 1.
func (p RetryPolicy) allows(n int) bool { return p.IsEnabled && n <= p.Most }

// delay is how long to wait before retry n, counted from 1: delay × multiplier^(n−1), exactly.
func (p RetryPolicy) delay(n int) time.Duration {
	// In tenths to the power of n−1 the numbers outgrow 64 bits, so whole numbers of any size are used.
	micros := big.NewInt(int64(p.DelaySeconds) * int64(time.Second/time.Microsecond))
	micros.Mul(micros, new(big.Int).Exp(big.NewInt(int64(p.BackoffTenths)), big.NewInt(int64(n-1)), nil))
	micros.Div(micros, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n-1)), nil))
	if longest := RetryWindow.Microseconds() * 2; !micros.IsInt64() || micros.Int64() > longest {
		return time.Duration(longest) * time.Microsecond
	}
	return time.Duration(micros.Int64()) * time.Microsecond
}

// FitsWindow reports whether the last retry comes within the RetryWindow after the first attempt.
func (p RetryPolicy) FitsWindow() bool {
	var total time.Duration
	for n := 1; n <= p.Most && total <= RetryWindow; n++ {
		total += p.delay(n)
	}
	return !p.IsEnabled || total <= RetryWindow
}
