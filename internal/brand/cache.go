package brand

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
)

// topic is notified with the id of a tenant whose brand has changed.
const topic = "brand"

// mostBrands is how many are remembered. Each may hold the words of some twenty mails.
const mostBrands = 500

// cache remembers brands by their tenant, and all domains: those that are nobody's are asked for as well, by anybody.
type cache struct {
	mutex sync.Mutex
	// changes counts what was forgotten. What was read while the count moved may be older than the change and is not
	// kept.
	changes uint64
	brands  map[uuid.UUID]Brand
	domains atomic.Pointer[domainSet]
}

// domainSet is whose each domain is. It is never changed: what is read later is another, and the old one is stale.
type domainSet struct {
	tenants map[string]uuid.UUID
	stale   atomic.Bool
}

// forget drops the brand of the tenant that a message names, all of them when messages may have been missed, and the
// domains in any case.
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

// keepBrand remembers a brand, unless something was forgotten since the count was before. When there are too many, any
// other makes room: they are quickly read again.
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

// keepDomains remembers all domains, unless something was forgotten since the count was before.
func (c *cache) keepDomains(read *domainSet, before uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.changes == before {
		c.domains.Store(read)
	}
}
