package brand

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
)

// topic is notified with the id of a tenant whose brand has changed.
const topic = "brand"

// mostBrands is how many brands are cached. Each may hold the wording of some twenty mails.
const mostBrands = 500

// cache caches brands by their tenant, and all domains: anybody may send requests for domains that nobody owns, too.
type cache struct {
	mutex sync.Mutex
	// changes counts invalidations. What was read while the count changed may be older than the change, so it is not
	// cached.
	changes uint64
	brands  map[uuid.UUID]Brand
	domains atomic.Pointer[domainSet]
}

// domainSet maps each domain to its owner. It never changes: a later read gives another set, and the old one is stale.
type domainSet struct {
	tenants map[string]uuid.UUID
	stale   atomic.Bool
}

// forget drops the brand of the tenant named in a message, or all of them when messages may have been missed, and
// always the domains.
func (c *cache) forget(payload string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.changes++
	if known := c.domains.Load(); known != nil {
		known.stale.Store(true)
	}
	if id, err := uuid.Parse(payload); err == nil {
		delete(c.brands, id)
		return
	}
	clear(c.brands)
}

func (c *cache) count() uint64 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.changes
}

func (c *cache) brand(tenant uuid.UUID) (Brand, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	known, ok := c.brands[tenant]
	return known, ok
}

// keepBrand caches a brand unless something was invalidated since the given count. When the cache is full, it evicts
// any other brand: those are quickly read again.
func (c *cache) keepBrand(read Brand, before uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.changes != before {
		return
	}
	if c.brands == nil {
		c.brands = map[uuid.UUID]Brand{}
	}
	for tenant := range maps.Keys(c.brands) {
		if len(c.brands) < mostBrands {
			break
		}
		delete(c.brands, tenant)
	}
	c.brands[read.TenantID] = read
}

// keepDomains caches all domains unless something was invalidated since the given count.
func (c *cache) keepDomains(read *domainSet, before uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.changes == before {
		c.domains.Store(read)
	}
}
