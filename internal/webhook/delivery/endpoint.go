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

// Endpoints is the engine's access to endpoints.
type Endpoints interface {
	// Find returns a tenant's current endpoint, nil when there is none. It is called before every attempt, so it must
	// be fast. It fails when the database does.
	Find(ctx context.Context, tenant, endpoint uuid.UUID) (*Endpoint, error)
	// Changes counts the changes of endpoints that this process knows of. If it is the same as before Find, the
	// endpoint found is no older than any of these changes.
	Changes() uint64
	// SkipPending has the pending deliveries skipped because nobody can send them. It fails when the database does.
	SkipPending(ctx context.Context, tenant, endpoint uuid.UUID) error
	// Disable switches an endpoint off because its receiver is gone or has failed for too long, in the transaction that
	// records that. It fails when the database does.
	Disable(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, reason string) error
}

// Endpoint is a receiver with its settings parsed, ready to send to. It is immutable. Parts of an unusable one are
// missing.
type Endpoint struct {
	URL                string
	HTTPMethod         string
	CustomHeaders      map[string]string // the values are secrets
	Timeout            time.Duration
	Authentication     auth.Method
	Key                *signing.Key // nil: requests are not signed
	FormerKeys         []FormerKey  // sign too, each until it expires
	Retry              RetryPolicy
	RateLimitPerMinute int
	RateLimitPerHour   int
	// IsUsable means that this process may send to it.
	IsUsable bool
	// SkipsPending means that no process may: its deliveries are skipped.
	SkipsPending bool
}

// FormerKey is a key that a rotation replaced.
type FormerKey struct {
	Key  signing.Key
	Ends time.Time
}

// isUsable reports whether the endpoint exists and this process may send to it.
func (e *Endpoint) isUsable() bool { return e != nil && e.IsUsable }

// keys returns the keys that sign now: former keys too for a day after a rotation.
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

// RetryPolicy says how often and when a failed delivery is retried.
type RetryPolicy struct {
	IsEnabled    bool
	Most         int
	DelaySeconds int
	// BackoffTenths is the multiplier in tenths, to be exact.
	BackoffTenths int
}

// allows reports whether retry n, counted from 1, may be made.
func (p RetryPolicy) allows(n int) bool { return p.IsEnabled && n <= p.Most }

// delay returns how long to wait before retry n, counted from 1: delay × multiplier^(n−1), exactly.
func (p RetryPolicy) delay(n int) time.Duration {
	// Tenths to the power of n−1 overflow 64 bits, so it calculates with big integers.
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
