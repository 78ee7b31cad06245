package webhook

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/signing"
)

// endpointsTopic is notified with the id of a tenant whose endpoints changed.
const endpointsTopic = "webhook.endpoints"

// preparedEndpoint is an endpoint with its settings parsed, ready for matching and sending. Parts of a broken one are
// missing.
type preparedEndpoint struct {
	*Endpoint
	rules
	sending   *delivery.Endpoint // for the engine
	awaitsKey bool               // only a key is missing: deliveries stay pending for a process that has it
}

// isUsable reports whether this process may send to the endpoint.
func (p *preparedEndpoint) isUsable() bool { return p != nil && p.IsActive && p.Broken == "" }

// skips reports whether deliveries to the endpoint are skipped until somebody recovers them.
func (p *preparedEndpoint) skips() bool { return !p.IsActive || p.Broken != "" && !p.awaitsKey }

// firstStatus is the initial status of deliveries to the endpoint.
func (p *preparedEndpoint) firstStatus() delivery.Status {
	if p.skips() {
		return delivery.Skipped
	}
	return delivery.Pending
}

func parseKey(secret string) (*signing.Key, error) {
	if secret == "" {
		return nil, nil
	}
	key, err := signing.ParseKey(secret)
	return &key, err
}

// engineView is the engine's access to endpoints.
type engineView struct{ *Service }

// Find returns a tenant's endpoint in the engine's form, nil when there is none. It fails when the database does.
func (v engineView) Find(ctx context.Context, tenant, id uuid.UUID) (*delivery.Endpoint, error) {
	endpoints, err := v.directory.of(ctx, v.db, tenant)
	if err != nil || endpoints.byID[id] == nil {
		return nil, err
	}
	return endpoints.byID[id].sending, nil
}

// Changes counts the changes of endpoints that this process knows of.
func (v engineView) Changes() uint64 { return v.directory.changes.Load() }

// SkipPending has the cleaner skip the pending deliveries of a broken endpoint, so that they are not looked at again
// and again. It fails when the database does.
func (v engineView) SkipPending(ctx context.Context, tenant, id uuid.UUID) error {
	return v.db.InTx(ctx, func(tx *database.Tx) error { return insertSkipJob(ctx, tx, id, tenant, v.now()) })
}

// Disable switches an endpoint off, in the transaction that records the reason. It fails when the database does.
func (v engineView) Disable(ctx context.Context, tx *database.Tx, id uuid.UUID, reason string) error {
	return v.disable(ctx, tx, id, reason)
}

// tenantEndpoints are a tenant's endpoints by id, as read at one time. They are immutable, so the same pointer means
// the same reading.
type tenantEndpoints struct {
	byID map[uuid.UUID]*preparedEndpoint
}

// directory caches the endpoints of tenants, so that publishing needs no query for them.
type directory struct {
	db      *database.DB
	store   endpointStore
	policy  egress.Policy
	parser  *auth.Parser
	changes atomic.Uint64 // counts the calls of forget, before anything that follows from the change can be published

	mutex   sync.RWMutex
	tenants map[uuid.UUID]*tenantEndpoints
	// last is the last reading, current or not. An unchanged authentication is taken over from it, with its access
	// token, which would otherwise be lost with every reading.
	last map[uuid.UUID]*tenantEndpoints
}

func newDirectory(db *database.DB, store endpointStore, policy egress.Policy, parser *auth.Parser) *directory {
	return &directory{
		db: db, store: store, policy: policy, parser: parser,
		tenants: map[uuid.UUID]*tenantEndpoints{}, last: map[uuid.UUID]*tenantEndpoints{},
	}
}

// forget drops the tenant that a hint names, or all of them when hints may have been missed.
func (d *directory) forget(payload string) {
	d.changes.Add(1)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if id, err := uuid.Parse(payload); err == nil {
		delete(d.tenants, id)
		return
	}
	clear(d.tenants)
}

// isLatest reports whether this process knows of no change to the tenant's endpoints since they were read.
func (d *directory) isLatest(tenant uuid.UUID, read *tenantEndpoints) bool {
	d.mutex.RLock()
	defer d.mutex.RUnlock()
	return d.tenants[tenant] == read
}

// of returns the endpoints of a tenant.
func (d *directory) of(ctx context.Context, from database.Querier, tenant uuid.UUID) (*tenantEndpoints, error) {
	d.mutex.RLock()
	known, ok := d.tenants[tenant]
	d.mutex.RUnlock()
	if ok && d.db.Live() {
		return known, nil
	}
	before := d.changes.Load()
	read, err := d.read(ctx, from, tenant)
	if err != nil {
		return nil, err
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.changes.Load() == before { // else it may predate the change and must not be kept
		d.tenants[tenant] = read
	}
	return read, nil
}

// read always queries the database. A transaction that has changed endpoints itself uses it instead of of, so that
// changes that may yet be rolled back are not cached.
func (d *directory) read(ctx context.Context, from database.Querier, tenant uuid.UUID) (*tenantEndpoints, error) {
	endpoints, err := d.store.ofTenant(ctx, from, tenant)
	if err != nil {
		return nil, err
	}
	d.mutex.RLock()
	before := d.last[tenant]
	d.mutex.RUnlock()
	if before == nil {
		before = &tenantEndpoints{}
	}
	read := &tenantEndpoints{make(map[uuid.UUID]*preparedEndpoint, len(endpoints))}
	for _, endpoint := range endpoints {
		prepared := prepare(endpoint, d.policy, d.parser)
		if old := before.byID[endpoint.ID]; prepared.sending.Authentication != nil && old != nil && old.sending.Authentication != nil &&
			old.AuthType == endpoint.AuthType && bytes.Equal(old.AuthConfig, endpoint.AuthConfig) {
			prepared.sending.Authentication = old.sending.Authentication
		}
		read.byID[endpoint.ID] = prepared
	}
	d.mutex.Lock()
	d.last[tenant] = read
	d.mutex.Unlock()
	return read, nil
}
