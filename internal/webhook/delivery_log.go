package webhook

import (
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

// mostMerged is of how many endpoints a page is put together at most.
const mostMerged = 128

// Deliveries lists the deliveries of a tenant, the newest first. A page may hold less than there is room for, and go
// on all the same. Another tenant's endpoint is NOT_FOUND.
//
// Deliveries are kept by endpoint, so the list of a tenant is put together: the newest of each endpoint tell how far back
// the page may reach (findHeads), and as much of each endpoint is read and sorted. Neither grows with what is older. Both
// see the same state, so that what is committed between them moves nothing out of the page.
func (s *Service) Deliveries(ctx context.Context, actor Actor, filter DeliveryFilter, cursor database.Cursor) (page DeliveryPage, err error) {
	if err := actor.requireAdmin(); err != nil {
		return DeliveryPage{}, err
	}
	switch delivery.Status(filter.Status) {
	case "", delivery.Pending, delivery.Succeeded, delivery.Exhausted, delivery.Skipped:
	default:
		return DeliveryPage{}, fault.Invalid("status", "must be pending, succeeded, exhausted or skipped")
	}
	if filter.EndpointID != uuid.Nil {
		if _, err := s.Endpoint(ctx, actor, filter.EndpointID); err != nil {
			return DeliveryPage{}, err
		}
	}
	search := deliverySearch{tenant: actor.TenantID, filter: filter, cursor: cursor}
	err = s.db.InSnapshot(ctx, func(from database.Querier) (err error) {
		page, err = search.find(ctx, from)
		return err
	})
	return page, err
}

// find reads a page of one state of the database.
func (s deliverySearch) find(ctx context.Context, from database.Querier) (DeliveryPage, error) {
	if delivery.Status(s.filter.Status) == delivery.Pending {
		isShort, err := s.hasFewPending(ctx, from)
		if err != nil {
			return DeliveryPage{}, err
		}
		if isShort {
			found, err := s.listPending(ctx, from)
			return s.page(found, uuid.Nil), err
		}
	}
	heads, err := s.findHeads(ctx, from)
	if err != nil || len(heads.rows) == 0 {
		return DeliveryPage{}, err
	}
	found, err := s.listBehind(ctx, from, heads)
	return s.page(found, heads.oldest()), err
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

// deliveryHeads are the endpoints of a tenant that have the newest deliveries, most of them at most, and how many
// deliveries of each may be on the page.
type deliveryHeads struct {
	rows        []deliveryHead
	most, depth int
}

// deliveryHead is an endpoint's newest delivery, and the one that has depth-1 newer ones; none without so many.
type deliveryHead struct {
	endpoint uuid.UUID
	newest   uuid.UUID
	last     uuid.NullUUID
}

// oldest is how far back the page reaches, so that it holds all that is newer: of each endpoint no more than depth, and of
// those that are not among the heads nothing. Nil: there is nothing behind.
func (h deliveryHeads) oldest() (oldest uuid.UUID) {
	least := h.rows[0].newest
	for _, row := range h.rows {
		least = earlier(least, row.newest)
		if row.last.Valid {
			oldest = later(oldest, row.last.UUID)
		}
	}
	if len(h.rows) == h.most {
		oldest = later(oldest, least)
	}
	return oldest
}

func later(a, b uuid.UUID) uuid.UUID {
	if database.CompareIDs(a, b) < 0 {
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
