package webhook

import (
	"bytes"
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
)

// DeliveryFilter is which deliveries of a tenant are listed; the zero filter is all.
type DeliveryFilter struct {
	EndpointID uuid.UUID // only those to this endpoint
	Status     string
	EventType  string
}

// DeliveryPage is a stretch of a list of deliveries, the newest first.
type DeliveryPage struct {
	Items []Delivery
	// Next is behind what the list goes on; nil at its end.
	Next uuid.UUID
}

// lookedThrough is about how many deliveries are read for a page of those that fulfil a filter. What fulfils it may be
// far apart, and there is no index for it: one would cost every delivery that is written.
const lookedThrough = 2000

// Deliveries lists the deliveries of a tenant, the newest first. A page may hold less than there is room for, and go
// on all the same. Another tenant's endpoint is NOT_FOUND.
//
// Deliveries are kept by endpoint, so the list of a tenant is put together: the newest of each endpoint tell how far back
// the next page may reach (findStretch), and what lies between is read and sorted. Neither grows with what is older.
func (s *Service) Deliveries(ctx context.Context, actor Actor, filter DeliveryFilter, cursor database.Cursor) (DeliveryPage, error) {
	if err := actor.requireAdmin(); err != nil {
		return DeliveryPage{}, err
	}
	if filter.EndpointID != uuid.Nil {
		if _, err := s.Endpoint(ctx, actor, filter.EndpointID); err != nil {
			return DeliveryPage{}, err
		}
	}
	search := deliverySearch{tenant: actor.TenantID, filter: filter, cursor: cursor}
	switch delivery.Status(filter.Status) {
	case "", delivery.Succeeded, delivery.Exhausted, delivery.Skipped:
	case delivery.Pending:
		isShort, err := search.hasFewPending(ctx, s.db)
		if err != nil {
			return DeliveryPage{}, err
		}
		if isShort {
			found, err := search.listPending(ctx, s.db)
			return search.page(found, uuid.Nil), err
		}
	default:
		return DeliveryPage{}, fault.Invalid("status", "must be pending, succeeded, exhausted or skipped")
	}
	heads, err := search.findHeads(ctx, s.db)
	if err != nil || len(heads.rows) == 0 {
		return DeliveryPage{}, err
	}
	part := heads.stretch()
	found, err := search.listStretch(ctx, s.db, part)
	return search.page(found, part.oldest), err
}

// page makes a page of what was found, one more than there is room for at most; oldest is how far back was looked, nil
// when there is nothing behind.
func (s deliverySearch) page(found []Delivery, oldest uuid.UUID) DeliveryPage {
	if len(found) > s.cursor.Limit {
		found = found[:s.cursor.Limit]
		return DeliveryPage{found, found[len(found)-1].ID}
	}
	return DeliveryPage{found, oldest}
}

// deliveryHeads are the endpoints of a tenant that have the newest deliveries, depth of them at most.
type deliveryHeads struct {
	rows  []deliveryHead
	depth int
}

// deliveryHead is an endpoint's newest delivery, and the one that has depth-1 newer ones; none without so many.
type deliveryHead struct {
	newest uuid.UUID
	last   uuid.NullUUID
}

// stretch is a part of a tenant's deliveries, both ends included; everything from the newest on down when oldest is nil.
type stretch struct{ newest, oldest uuid.UUID }

// stretch is the smallest part that is known to hold depth deliveries, if there are so many: an endpoint has them
// behind its last, and depth endpoints have one each. Of no endpoint does it hold more than depth.
func (h deliveryHeads) stretch() stretch {
	part, least := stretch{newest: h.rows[0].newest}, h.rows[0].newest
	for _, row := range h.rows {
		part.newest, least = later(part.newest, row.newest), earlier(least, row.newest)
		if row.last.Valid {
			part.oldest = later(part.oldest, row.last.UUID)
		}
	}
	if len(h.rows) == h.depth {
		part.oldest = later(part.oldest, least)
	}
	return part
}

func later(a, b uuid.UUID) uuid.UUID {
	if bytes.Compare(a[:], b[:]) < 0 {
		return b
	}
	return a
}

func earlier(a, b uuid.UUID) uuid.UUID {
	if later(a, b) == a {
		return b
	}
	return a
}
