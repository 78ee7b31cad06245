package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
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

// message is an event as it is stored and sent.
type message struct {
	id        uuid.UUID
	tenantID  uuid.UUID
	eventType string
	body      []byte
	createdAt time.Time
}

// newMessage builds the body: {id, type, timestamp, tenantId, data}.
func newMessage(tenant uuid.UUID, eventType string, data json.RawMessage, now time.Time) message {
	id := newID()
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
	return message{id: id, tenantID: tenant, eventType: eventType, body: body, createdAt: now}
}

// Publish writes events and one delivery for each endpoint that wants one into the caller's transaction.
// It fails when a type is not in the catalogue or the data cannot be marshalled: both are mistakes of the
// program.
func (s *Service) Publish(ctx context.Context, tx *database.Tx, events ...Event) error {
	messages := make([]message, len(events))
	for i, event := range events {
		if _, known := s.catalogue[event.Type]; !known {
			return fmt.Errorf("publish: %s is not in the catalogue of events", event.Type)
		}
		data, err := json.Marshal(event.Data)
		if err != nil {
			return fmt.Errorf("publish %s: %w", event.Type, err)
		}
		messages[i] = newMessage(event.TenantID, event.Type, data, s.now())
	}
	return s.write(ctx, tx, messages, s.directory.of)
}

// lookup finds the endpoints of a tenant.
type lookup func(ctx context.Context, from database.Querier, tenant uuid.UUID) (map[uuid.UUID]*destination, error)

// write stores messages with their deliveries and, once committed, hands the deliveries to the lanes that
// this process holds and tells of the others.
func (s *Service) write(ctx context.Context, tx *database.Tx, messages []message, endpoints lookup) error {
	if err := insertMessages(ctx, tx, messages); err != nil {
		return err
	}
	var deliveries []delivery
	for i := range messages {
		m := &messages[i]
		destinations, err := endpoints(ctx, tx, m.tenantID)
		if err != nil {
			return err
		}
		event := filter.LazyEvent(m.body)
		for _, d := range destinations {
			if d.wants(m.eventType, event) {
				deliveries = append(deliveries, newDelivery(m, d))
			}
		}
	}
	// Rows of one endpoint lie beside each other in the indexes, so they are written one after the other.
	slices.SortStableFunc(deliveries, func(a, b delivery) int { return bytes.Compare(a.endpointID[:], b.endpointID[:]) })
	for i := range deliveries {
		deliveries[i].id = newID()
	}
	if err := insertDeliveries(ctx, tx, deliveries); err != nil {
		return err
	}
	s.announce(tx, deliveries)
	return nil
}

// announce sends what this process holds the lanes of straight on, and wakes whoever holds the others.
func (s *Service) announce(tx *database.Tx, deliveries []delivery) {
	var own []delivery
	var others []string
	for _, d := range deliveries {
		if d.status != pending {
			continue
		}
		if s.dispatcher.expect(d) {
			own = append(own, d)
		} else if id := d.endpointID.String(); !slices.Contains(others, id) {
			others = append(others, id)
		}
	}
	for some := range slices.Chunk(others, 150) {
		tx.Notify(dueTopic, strings.Join(some, ","))
	}
	if len(own) > 0 {
		tx.AfterCommit(func() { s.dispatcher.offer(own) })
		tx.AfterRollback(func() { s.dispatcher.unexpect(own) })
	}
}

// status is how far a delivery has come.
type status string

const (
	pending   status = "pending"   // to be sent, or sent again
	succeeded status = "succeeded" // taken by the receiver
	exhausted status = "exhausted" // refused for good, or too often
	skipped   status = "skipped"   // the endpoint was not active
)

// delivery is one event on its way to one endpoint.
type delivery struct {
	id         uuid.UUID
	eventID    uuid.UUID
	endpointID uuid.UUID
	status     status
	attempts   int
	before     int // attempts made before it was sent again on request
	createdAt  time.Time
	body       []byte
	refusedAt  time.Time // when the receiver refused its OAuth2 token, which was then renewed
}

// sends is how many requests an attempt takes: one more when the token was refused.
func (d *delivery) sends() int {
	if d.refusedAt.IsZero() {
		return 1
	}
	return 2
}

// newDelivery makes a delivery without an id.
func newDelivery(m *message, to *destination) delivery {
	d := delivery{
		eventID: m.id, endpointID: to.ID,
		status: pending, createdAt: m.createdAt, body: m.body,
	}
	if to.keeps() {
		d.status = skipped
	}
	return d
}

func insertMessages(ctx context.Context, tx *database.Tx, messages []message) error {
	columns := []database.Column{
		{Name: "id", Type: "UUID"}, {Name: "tenant_id", Type: "TEXT"}, {Name: "type", Type: "TEXT"},
		{Name: "body", Type: "TEXT"}, {Name: "created_at", Type: "BIGINT"},
	}
	return database.InsertTyped(ctx, tx, "webhook_events", columns, messages, func(m message) []any {
		return []any{m.id, m.tenantID, m.eventType, string(m.body), database.Micros(m.createdAt)}
	})
}

func insertDeliveries(ctx context.Context, tx *database.Tx, deliveries []delivery) error {
	columns := []database.Column{
		{Name: "endpoint_id", Type: "UUID"}, {Name: "id", Type: "UUID"}, {Name: "event_id", Type: "UUID"},
		{Name: "status", Type: "TEXT"}, {Name: "next_attempt_at", Type: "BIGINT"},
		{Name: "created_at", Type: "BIGINT"}, {Name: "finished_at", Type: "BIGINT"},
	}
	return database.InsertTyped(ctx, tx, "webhook_deliveries", columns, deliveries, func(d delivery) []any {
		due, finished := database.OptionalMicros(d.createdAt), database.OptionalMicros(time.Time{})
		if d.status != pending {
			due, finished = finished, due
		}
		return []any{d.endpointID, d.id, d.eventID, string(d.status), due, database.Micros(d.createdAt), finished}
	})
}
