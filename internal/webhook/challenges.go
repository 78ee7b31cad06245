package webhook

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// mostChallenges is how many endpoints are verified at a time; mostOwnChallenges is the limit per tenant.
const (
	mostChallenges    = 16
	mostOwnChallenges = 2
)

// challengeTime is how long a receiver may take to echo a challenge, whatever the endpoint's timeout: a person is
// waiting.
const challengeTime = 10 * time.Second

// challenges limits the verifications, which bypass the lanes. A tenant gets only a few of the places, so that its
// receivers that never answer do not block the verifications of other tenants.
type challenges struct {
	places chan struct{} // holds an item for each running verification

	mutex sync.Mutex
	own   map[uuid.UUID]int // running verifications by tenant
}

func newChallenges() *challenges {
	return &challenges{places: make(chan struct{}, mostChallenges), own: map[uuid.UUID]int{}}
}

// enter waits for a place, which the caller must leave. It fails with RATE_LIMITED when the tenant is using all of its
// places, and when the context ends.
func (c *challenges) enter(ctx context.Context, tenant uuid.UUID) (leave func(), err error) {
	if !c.begin(tenant) {
		return nil, fault.New(fault.RateLimited, "endpoints are being verified already: wait until they have answered").After(challengeTime)
	}
	select {
	case c.places <- struct{}{}:
		return func() { <-c.places; c.end(tenant) }, nil
	case <-ctx.Done():
		c.end(tenant)
		return nil, ctx.Err()
	}
}

// begin counts one more verification for a tenant, unless it is at its limit.
func (c *challenges) begin(tenant uuid.UUID) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.own[tenant] >= mostOwnChallenges {
		return false
	}
	c.own[tenant]++
	return true
}

// end counts one verification less for a tenant.
func (c *challenges) end(tenant uuid.UUID) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.own[tenant]--; c.own[tenant] == 0 {
		delete(c.own, tenant)
	}
}
