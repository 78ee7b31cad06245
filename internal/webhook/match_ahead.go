package webhook

import (
	"context"
	"errors"
	"math"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
)

// matchRounds is how often events are matched again, with the endpoints that changed meanwhile, before they are
// written. Each round takes a fraction of the time of the one before, so that almost nothing is left for the
// transaction.
const matchRounds = 3

// mostDeliveries limits the deliveries in a transaction that publishes tenants' own events or a broadcast. Each event
// has one for each endpoint that wants it, so 1,000 events to 1,000 endpoints would be a million: half a gigabyte of
// memory, and SQLite's only writer for half a minute, for a request of 30 KB. This limit means about 20 MB and half a
// second. A single event is always written whole: the operator limits how many endpoints it may have.
const mostDeliveries = 20_000

// errManyDeliveries means that the events must be split over several transactions.
var errManyDeliveries = errors.New("the events have more deliveries than one transaction writes")

// matched holds a tenant's own events with the deliveries that match has made before the transaction that writes them:
// expensive filters must not keep other writers waiting.
type matched struct {
	events     []storedEvent
	asked      *tenantEndpoints
	deliveries []delivery.Delivery // to the endpoints of asked that want the events
	most       int                 // maximum of deliveries
}

// matchAhead matches one or more events of one tenant. It fails when the database does or the context ends, and with
// VALIDATION_ERROR when several events have more than mostDeliveries together.
func (s *Service) matchAhead(ctx context.Context, events []storedEvent) (ahead matched, err error) {
	tenant := events[0].tenantID
	ahead.events, ahead.most = events, math.MaxInt
	if len(events) > 1 {
		ahead.most = s.mostDeliveries
	}
	if ahead.asked, err = s.directory.of(ctx, s.db, tenant); err != nil {
		return ahead, err
	}
	ahead.deliveries, err = ahead.match(ctx, make([]delivery.Delivery, 0, len(events)), ahead.asked.byID, len(ahead.asked.byID))
	for range matchRounds {
		if err != nil || s.directory.isLatest(tenant, ahead.asked) || !s.db.Live() {
			break // hints may be missing: the transaction looks up what changed
		}
		var present *tenantEndpoints
		if present, err = s.directory.of(ctx, s.db, tenant); err == nil {
			ahead.deliveries, err = ahead.matchedWith(ctx, present)
			ahead.asked = present
		}
	}
	return ahead, err
}

// matchedWith returns the deliveries to the endpoints as they are now. It matches only those whose rules have changed.
func (m matched) matchedWith(ctx context.Context, present *tenantEndpoints) ([]delivery.Delivery, error) {
	changed := map[uuid.UUID]*preparedEndpoint{}
	for id, endpoint := range present.byID {
		if before := m.asked.byID[id]; before == nil || !endpoint.wantTheSame(&before.rules) {
			changed[id] = endpoint
		}
	}
	kept := make([]delivery.Delivery, 0, len(m.deliveries))
	for _, delivery := range m.deliveries {
		if endpoint := present.byID[delivery.EndpointID]; endpoint != nil && changed[delivery.EndpointID] == nil {
			delivery.Status = endpoint.firstStatus()
			kept = append(kept, delivery)
		}
	}
	return m.match(ctx, kept, changed, len(present.byID))
}

// match adds the deliveries to some of a tenant's endpoints. It fails with VALIDATION_ERROR when there are too many.
func (m matched) match(
	ctx context.Context, deliveries []delivery.Delivery, some map[uuid.UUID]*preparedEndpoint, endpoints int,
) ([]delivery.Delivery, error) {
	deliveries, err := match(ctx, deliveries, m.events, some, m.most)
	if errors.Is(err, errManyDeliveries) {
		return nil, fault.Invalid("events", "would be more than %d deliveries: publish at most %d together, which always fit with %d endpoints",
			m.most, max(1, m.most/endpoints), endpoints)
	}
	return deliveries, err
}

// writeMatched is write for events that were matched before; each group belongs to one tenant. If a tenant's endpoints
// have changed since, or may have, it matches those with other rules again. It fails with errManyDeliveries when groups
// that fit alone have more than mostDeliveries together.
func (s *Service) writeMatched(ctx context.Context, tx *database.Tx, groups ...matched) error {
	count, size, isLive := 0, 0, s.db.Live()
	for i := range groups {
		count, size = count+len(groups[i].events), size+len(groups[i].deliveries)
	}
	// A retried transaction starts over, so the groups are copied.
	events, deliveries := make([]storedEvent, 0, count), make([]delivery.Delivery, 0, size)
	var found map[uuid.UUID]*tenantEndpoints
	for i := range groups {
		group, current := &groups[i], groups[i].deliveries
		events = append(events, group.events...)
		if tenant := group.events[0].tenantID; !isLive || !s.directory.isLatest(tenant, group.asked) {
			if found == nil {
				found = map[uuid.UUID]*tenantEndpoints{}
			}
			var err error
			if found[tenant] == nil {
				if found[tenant], err = s.directory.of(ctx, tx, tenant); err != nil {
					return err
				}
			}
			if current, err = group.matchedWith(ctx, found[tenant]); err != nil {
				return err
			}
		}
		if i > 0 && len(deliveries)+len(current) > s.mostDeliveries {
			return errManyDeliveries
		}
		deliveries = append(deliveries, current...)
	}
	return s.insert(ctx, tx, events, deliveries)
}
