package webhook

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/filter"
	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/topic"
)

// endpointsTopic is notified with the id of a tenant whose endpoints changed.
const endpointsTopic = "webhook.endpoints"

// destination is an endpoint made ready for matching and sending: everything that can be parsed is. Of a broken
// one, parts are missing.
type destination struct {
	*Endpoint
	filter   *filter.Filter
	method   auth.Method
	key      *signing.Key
	previous *signing.Key
	waits    bool // only a key is missing: what is published stays pending for a process that has it
}

// isUsable reports whether something may be sent to the endpoint by this process now.
func (d *destination) isUsable() bool { return d != nil && d.IsActive && d.Broken == "" }

// keeps reports whether events for the endpoint are kept until somebody asks for them.
func (d *destination) keeps() bool { return !d.IsActive || d.Broken != "" && !d.waits }

func parseKey(secret string) (*signing.Key, error) {
	if secret == "" {
		return nil, nil
	}
	key, err := signing.ParseKey(secret)
	return &key, err
}

// keys are the keys that sign now: during a rotation the previous one too.
func (d *destination) keys(now time.Time) []signing.Key {
	var keys []signing.Key
	if d.key != nil {
		keys = append(keys, *d.key)
	}
	if d.previous != nil && now.Before(d.previousSecretUntil) {
		keys = append(keys, *d.previous)
	}
	return keys
}

// wants reports whether the endpoint has subscribed to the event and its filters let it through. A rule that
// cannot be read lets everything through: what follows from it is kept and judged again before it is sent.
func (d *destination) wants(eventType string, event *filter.Event) bool {
	return (topic.Match(d.SubscribedEvents, eventType) || d.unread.subscribedEvents != "") &&
		(d.filter == nil || d.filter.Match(event))
}

// directory remembers the endpoints of tenants, so that publishing costs no query for them.
type directory struct {
	db      *database.DB
	store   endpointStore
	policy  egress.Policy
	parser  *auth.Parser
	changes atomic.Uint64

	mutex   sync.RWMutex
	tenants map[uuid.UUID]map[uuid.UUID]*destination
	// last is what was read last, whether it still holds or not: an unchanged authentication is taken over
	// from there with the access token that it has. Else a token would serve until the next reading only.
	last map[uuid.UUID]map[uuid.UUID]*destination
}

func newDirectory(db *database.DB, store endpointStore, policy egress.Policy, parser *auth.Parser) *directory {
	return &directory{
		db: db, store: store, policy: policy, parser: parser,
		tenants: map[uuid.UUID]map[uuid.UUID]*destination{}, last: map[uuid.UUID]map[uuid.UUID]*destination{},
	}
}

// forget drops the tenant named in a message; all of them when messages may have been missed.
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

// of returns the endpoints of a tenant by their ids. The map must not be changed.
func (d *directory) of(ctx context.Context, from database.Querier, tenant uuid.UUID) (map[uuid.UUID]*destination, error) {
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
	if d.changes.Load() == before { // else it may be older than the change, and must not be kept
		d.tenants[tenant] = read
	}
	return read, nil
}

// read asks the database. A transaction that has changed endpoints itself uses it instead of of, so that
// what it may yet roll back is not remembered.
func (d *directory) read(ctx context.Context, from database.Querier, tenant uuid.UUID) (map[uuid.UUID]*destination, error) {
	endpoints, err := d.store.ofTenant(ctx, from, tenant)
	if err != nil {
		return nil, err
	}
	d.mutex.RLock()
	before := d.last[tenant]
	d.mutex.RUnlock()
	read := make(map[uuid.UUID]*destination, len(endpoints))
	for _, endpoint := range endpoints {
		ready := inspect(endpoint, d.policy, d.parser)
		if old := before[endpoint.ID]; ready.method != nil && old != nil && old.method != nil &&
			old.AuthType == endpoint.AuthType && bytes.Equal(old.AuthConfig, endpoint.AuthConfig) {
			ready.method = old.method
		}
		read[endpoint.ID] = ready
	}
	d.mutex.Lock()
	d.last[tenant] = read
	d.mutex.Unlock()
	return read, nil
}
