package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/delivery"
)

// Delivery is one event on its way to one endpoint, as its tenant sees it.
type Delivery struct {
	ID            uuid.UUID
	EventID       uuid.UUID
	EventType     string
	EndpointID    uuid.UUID
	Status        string
	Attempts      int
	NextAttemptAt time.Time // zero unless pending
	CreatedAt     time.Time
	FinishedAt    time.Time
}

// Attempt is one request of a delivery and what came of it.
type Attempt struct {
	Number          int
	StartedAt       time.Time
	FinishedAt      time.Time
	RequestHeaders  map[string]string // secrets masked
	ResponseStatus  int               // 0 without an answer
	ResponseHeaders map[string]string
	ResponseBody    string
	Timing          delivery.Timing
	ErrorClass      string
	Error           string
}

// DeliveryDetail is a delivery with what was sent and all its attempts.
type DeliveryDetail struct {
	Delivery
	Body        json.RawMessage
	AttemptList []Attempt
}

const deliveryColumns = `d.id, d.event_id, e.type, d.endpoint_id, d.status, d.attempts, d.next_attempt_at, d.created_at, d.finished_at`

func (d *Delivery) targets() []any {
	return []any{
		&d.ID, &d.EventID, &d.EventType, &d.EndpointID, &d.Status, &d.Attempts, database.Time(&d.NextAttemptAt),
		database.Time(&d.CreatedAt), database.Time(&d.FinishedAt),
	}
}

// Cursor is a stretch of a long list: Limit items older than Before; the newest when Before is nil. Counting
// the pages of a list that grows by the thousand a second would cost more than reading one.
type Cursor struct {
	Before uuid.UUID
	Limit  int
}

// statusConditions are literals, so that the engines can use the indexes made for them.
var statusConditions = map[string]string{
	"":                         "",
	string(delivery.Pending):   ` AND d.status = 'pending'`,
	string(delivery.Succeeded): ` AND d.status = 'succeeded'`,
	string(delivery.Exhausted): ` AND d.status = 'exhausted' AND d.status IN ('exhausted', 'skipped')`,
	string(delivery.Skipped):   ` AND d.status = 'skipped' AND d.status IN ('exhausted', 'skipped')`,
}

// Deliveries lists the deliveries of an endpoint, the newest first; only those of a status when one is
// given. Another tenant's endpoint is NOT_FOUND.
func (s *Service) Deliveries(ctx context.Context, actor Actor, endpoint uuid.UUID, only string, cursor Cursor) ([]Delivery, error) {
	if _, err := s.Endpoint(ctx, actor, endpoint); err != nil {
		return nil, err
	}
	condition, ok := statusConditions[only]
	if !ok {
		return nil, fault.Invalid("status", "must be pending, succeeded, exhausted or skipped")
	}
	arguments := database.Arguments{endpoint}
	query := `
		SELECT ` + deliveryColumns + `
		FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
		WHERE d.endpoint_id = $1` + arguments.Below("d.id", cursor.Before) + condition + `
		ORDER BY d.id DESC LIMIT ` + arguments.Add(cursor.Limit)
	rows, err := s.db.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (d Delivery, err error) {
		err = row.Scan(d.targets()...)
		return d, err
	})
}

// DeliveryDetail reads one delivery of the tenant with its attempts. Another tenant's is NOT_FOUND.
func (s *Service) DeliveryDetail(ctx context.Context, actor Actor, id uuid.UUID) (DeliveryDetail, error) {
	if err := actor.requireAdmin(); err != nil {
		return DeliveryDetail{}, err
	}
	var (
		detail DeliveryDetail
		body   string
	)
	err := s.db.QueryRow(ctx, `
		SELECT `+deliveryColumns+`, e.body
		FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id JOIN webhook_events e ON e.id = d.event_id
		WHERE p.tenant_id = $2 AND d.id = $1`, id, actor.TenantID).Scan(append(detail.targets(), &body)...)
	if errors.Is(err, sql.ErrNoRows) {
		return detail, errNoDelivery
	}
	if err != nil {
		return detail, err
	}
	detail.Body = json.RawMessage(body)
	rows, err := s.db.Query(ctx, `
		SELECT number, started_at, finished_at, request_headers, response_status, response_headers, response_body,
			timing, error_class, error
		FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number`, id)
	detail.AttemptList, err = database.Collect(rows, err, scanAttempt)
	return detail, err
}

var errNoDelivery = fault.New(fault.NotFound, "there is no such delivery")

func scanAttempt(row database.Row) (Attempt, error) {
	var (
		a                         Attempt
		request, response, timing string
		body                      []byte
	)
	err := row.Scan(&a.Number, database.Time(&a.StartedAt), database.Time(&a.FinishedAt), &request, &a.ResponseStatus,
		&response, &body, &timing, &a.ErrorClass, &a.Error)
	if err != nil {
		return a, err
	}
	a.ResponseBody = string(body)
	return a, errors.Join(json.Unmarshal([]byte(request), &a.RequestHeaders),
		json.Unmarshal([]byte(response), &a.ResponseHeaders), json.Unmarshal([]byte(timing), &a.Timing))
}

// Events lists what was published for the tenant, the newest first; only those of a type when one is given.
func (s *Service) Events(ctx context.Context, actor Actor, only string, cursor Cursor) ([]Published, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	arguments := database.Arguments{actor.TenantID, only}
	query := `
		SELECT id, type, created_at, body FROM webhook_events
		WHERE tenant_id = $1 AND ($2 = '' OR type = $2)` + arguments.Below("id", cursor.Before) + `
		ORDER BY id DESC LIMIT ` + arguments.Add(cursor.Limit)
	rows, err := s.db.Query(ctx, query, arguments...)
	return database.Collect(rows, err, func(row database.Row) (Published, error) {
		var (
			p    Published
			body string
		)
		err := row.Scan(&p.ID, &p.Type, database.Time(&p.CreatedAt), &body)
		p.Body = json.RawMessage(body)
		return p, err
	})
}
