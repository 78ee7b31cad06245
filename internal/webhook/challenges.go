package webhook

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// mostChallenges is how many endpoints are verified at a time, and mostOwnChallenges how many of one tenant's.
const (
	mostChallenges    = 16
	mostOwnChallenges = 2
)

// challengeTime is how long a receiver may take to echo a challenge, whatever it may take for deliveries: somebody waits.
const challengeTime = 10 * time.Second

// challenges bounds the requests beside the lanes. A tenant has few of the places, so that receivers of its own that never
// answer keep nobody else's from being verified.
type challenges struct {
	places chan struct{} // holds one for each verification under way

	mutex sync.Mutex
	own   map[uuid.UUID]int // those of each tenant that has some
}

func newChallenges() *challenges {
	return &challenges{places: make(chan struct{}, mostChallenges), own: map[uuid.UUID]int{}}
}

// enter waits for a place, to be left again. It fails with RATE_LIMITED when the tenant has all of its own, and when the
// context ends.
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

// begin counts one more of a tenant's, unless it has all of its own.
func (c *challenges) begin(tenant uuid.UUID) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.own[tenant] >= mostOwnChallenges {
		return false
	}
	c.own[tenant]++
	return true
}

// end counts one less of a tenant's.
func (c *challenges) end(tenant uuid.UUID) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.own[tenant]--; c.own[tenant] == 0 {
		delete(c.own, tenant)
	}
}
