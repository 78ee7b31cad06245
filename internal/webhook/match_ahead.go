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

// matchRounds is how often events are matched with what has changed meanwhile before they are written. Each round takes a
// small part of the time of the one before, so that next to nothing is left to the transaction.
const matchRounds = 3

// mostDeliveries is how many deliveries a transaction writes that publishes events of the tenants' own, or one for all tenants. Each
// event has one for each endpoint that wants it, so that 1,000 events to 1,000 endpoints would be a million: half a gigabyte of
// memory, and SQLite's one writer for half a minute, for a request of 30 KB. As many as this are about 20 MB and half a
// second. A single event is written whatever it comes to: how many endpoints it may have is for the operator to say.
const mostDeliveries = 20_000

// errManyDeliveries is why events have to be written fewer at a time.
var errManyDeliveries = errors.New("the events have more deliveries than one transaction writes")

// matched are events of a tenant's own with what match has made of them before the transaction that writes them: what
// filters a tenant has, and how much they have to look at, must not keep others from writing.
type matched struct {
	events     []storedEvent
	asked      *tenantEndpoints
	deliveries []delivery.Delivery // those of asked that want the events
	most       int                 // deliveries
}

// matchAhead matches events of one tenant, of which there is at least one. It fails when the database does or the context
// ends, and with VALIDATION_ERROR when several events have more than mostDeliveries together.
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
			break // what may have changed unheard is looked up in the transaction
		}
		var present *tenantEndpoints
		if present, err = s.directory.of(ctx, s.db, tenant); err == nil {
			ahead.deliveries, err = ahead.matchedWith(ctx, present)
			ahead.asked = present
		}
	}
	return ahead, err
}

// matchedWith are the deliveries to the endpoints as they are now. Only those whose rules have changed are asked.
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

// match adds the deliveries to some of a tenant's endpoints, and words for the client that there are too many of them.
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

// writeMatched is write for events that were matched before, each group of them of one tenant. Of a tenant whose endpoints
// have changed since, or may have, those that want something else are asked again. It fails with errManyDeliveries when groups that
// fit alone have more than mostDeliveries together.
func (s *Service) writeMatched(ctx context.Context, tx *database.Tx, groups ...matched) error {
	count, size, isLive := 0, 0, s.db.Live()
	for i := range groups {
		count, size = count+len(groups[i].events), size+len(groups[i].deliveries)
	}
	// A transaction that is repeated begins anew, so what was matched is copied.
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
