package webhook

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
)

// DeliveryFilter selects deliveries of a tenant; the zero filter selects all.
type DeliveryFilter struct {
	EndpointID uuid.UUID // only those to this endpoint
	Status     string
	EventType  string
}

// DeliveryPage is a page of a list of deliveries, newest first.
type DeliveryPage struct {
	Items []Delivery
	// Next is the cursor for the next page; nil at the end of the list.
	Next uuid.UUID
}

// lookedThrough is about how many deliveries are scanned for a page with a filter. Matches may be far apart, and there
// is no index for them: it would make writing every delivery more expensive.
const lookedThrough = 2000

// mostMerged is the maximum number of endpoints whose deliveries are merged into a page.
const mostMerged = 128

// Deliveries lists the deliveries of a tenant, newest first. A page may be short although more pages follow. It fails
// with NOT_FOUND for another tenant's endpoint.
//
// Deliveries are indexed by endpoint, so a tenant's list is a merge: the newest deliveries of each endpoint determine
// how far back the page may reach (findHeads), and that much of each endpoint is read and sorted. The cost of neither
// step depends on the number of older deliveries. Both read the same snapshot, so that a commit between them cannot
// push anything off the page.
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

// find reads a page from one snapshot of the database.
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

// page makes a page of the deliveries found, which are at most one more than fit on it; oldest is how far back the
// search went, nil when nothing older remains.
func (s deliverySearch) page(found []Delivery, oldest uuid.UUID) DeliveryPage {
	if len(found) > s.cursor.Limit {
		found = found[:s.cursor.Limit]
		return DeliveryPage{found, found[len(found)-1].ID}
	}
	return DeliveryPage{found, oldest}
}

// deliveryHeads are the endpoints of a tenant with the newest deliveries, at most `most` of them; depth is how many
// deliveries of each may be on the page.
type deliveryHeads struct {
	rows        []deliveryHead
	most, depth int
}

// deliveryHead holds an endpoint's newest delivery and its depth-th newest, null when it has fewer.
type deliveryHead struct {
	endpoint uuid.UUID
	newest   uuid.UUID
	last     uuid.NullUUID
}

// oldest returns how far back the page can reach without a gap: every delivery from there on is among the depth newest
// of an endpoint that is one of the heads. Nil means that nothing older remains.
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
