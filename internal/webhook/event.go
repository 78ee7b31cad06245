package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/filter"
)

// Event is something that happened to a tenant.
type Event struct {
	TenantID uuid.UUID
	// Type is one of the catalogue, such as identity.session.revoked.
	Type string
	// Data is marshalled to JSON. It must hold no secrets.
	Data any
}

// storedEvent is an event as it is stored and sent.
type storedEvent struct {
	id        uuid.UUID
	tenantID  uuid.UUID
	eventType string
	body      []byte
	createdAt time.Time
}

// newEvent builds the body: {id, type, timestamp, tenantId, data}.
func newEvent(tenant uuid.UUID, eventType string, data json.RawMessage, now time.Time) storedEvent {
	id := database.NewID()
	body := make([]byte, 0, len(data)+200)
	body = append(body, `{"id":"`...)
	body = append(body, id.String()...)
	body = append(body, `","type":"`...)
	body = append(body, eventType...)
	body = append(body, `","timestamp":"`...)
	body = now.UTC().AppendFormat(body, "2006-01-02T15:04:05.000Z")
	body = append(body, `","tenantId":"`...)
	body = append(body, tenant.String()...)
	body = append(body, `","data":`...)
	body = append(body, data...)
	body = append(body, '}')
	return storedEvent{id: id, tenantID: tenant, eventType: eventType, body: body, createdAt: now}
}

func (e *storedEvent) published() Published {
	return Published{ID: e.id, Type: e.eventType, CreatedAt: e.createdAt, Body: e.body}
}

// Publish writes events, and one delivery for each endpoint that wants one, in the caller's transaction. It fails when
// a type is not in the catalogue or the data cannot be marshalled: both are programming errors.
func (s *Service) Publish(ctx context.Context, tx *database.Tx, events ...Event) error {
	stored := make([]storedEvent, len(events))
	for i, event := range events {
		if _, known := s.catalogue[event.Type]; !known {
			return fmt.Errorf("publish: %s is not in the catalogue of events", event.Type)
		}
		data, err := json.Marshal(event.Data)
		if err != nil {
			return fmt.Errorf("publish %s: %w", event.Type, err)
		}
		stored[i] = newEvent(event.TenantID, event.Type, data, s.now())
	}
	return s.write(ctx, tx, stored, s.directory.of)
}

// lookup returns the endpoints of a tenant.
type lookup func(ctx context.Context, from database.Querier, tenant uuid.UUID) (*tenantEndpoints, error)

// write stores events with their deliveries, which are sent after the commit.
func (s *Service) write(ctx context.Context, tx *database.Tx, events []storedEvent, find lookup) error {
	_, err := s.writeSome(ctx, tx, events, find, math.MaxInt)
	return err
}

// writeSome is write for as many leading events as have at most `most` deliveries together. It returns how many events
// that is: at least one, however many deliveries it has.
func (s *Service) writeSome(ctx context.Context, tx *database.Tx, events []storedEvent, find lookup, most int) (count int, err error) {
	deliveries := make([]delivery.Delivery, 0, len(events))
	var endpoints *tenantEndpoints
	for i := range events {
		if i == 0 || events[i].tenantID != events[i-1].tenantID { // find may query the database
			if endpoints, err = find(ctx, tx, events[i].tenantID); err != nil {
				return 0, err
			}
		}
		before := len(deliveries)
		if deliveries, err = match(ctx, deliveries, events[i:i+1], endpoints.byID, math.MaxInt); err != nil {
			return 0, err
		}
		if len(deliveries) > most && i > 0 {
			events, deliveries = events[:i], deliveries[:before]
			break
		}
	}
	return len(events), s.insert(ctx, tx, events, deliveries)
}

// match adds a delivery of each event for each of its tenant's endpoints that wants it. It fails with errManyDeliveries
// as soon as there are more than `most`.
func match(
	ctx context.Context, deliveries []delivery.Delivery, events []storedEvent, endpoints map[uuid.UUID]*preparedEndpoint, most int,
) ([]delivery.Delivery, error) {
	for i := range events {
		event := &events[i]
		fields := filter.LazyEvent(event.body)
		for _, endpoint := range endpoints {
			if err := ctx.Err(); err != nil {
				return nil, err // there may be a thousand filters for each of a thousand events
			}
			if endpoint.wants(event.eventType, fields) {
				if len(deliveries) == most {
					return nil, errManyDeliveries
				}
				deliveries = append(deliveries, newDelivery(event, endpoint))
			}
		}
	}
	return deliveries, nil
}

// insert stores events with the deliveries that match has made for them.
func (s *Service) insert(ctx context.Context, tx *database.Tx, events []storedEvent, deliveries []delivery.Delivery) error {
	// Rows of one endpoint are adjacent in the indexes, so they are written in sequence.
	slices.SortStableFunc(deliveries, func(a, b delivery.Delivery) int { return database.CompareIDs(a.EndpointID, b.EndpointID) })
	for i := range deliveries {
		deliveries[i].ID = database.NewID()
	}
	err := tx.Gather(func() error {
		if err := insertEvents(ctx, tx, events); err != nil {
			return err
		}
		return insertDeliveries(ctx, tx, deliveries)
	})
	if err != nil {
		return err
	}
	s.dispatcher.Dispatch(tx, deliveries)
	return nil
}

// newDelivery returns a delivery without an id.
func newDelivery(event *storedEvent, endpoint *preparedEndpoint) delivery.Delivery {
	return delivery.Delivery{
		EventID: event.id, EndpointID: endpoint.ID, Status: endpoint.firstStatus(), CreatedAt: event.createdAt, Body: event.body,
	}
}
