package webhook

import (
	"context"
	"encoding/json"
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
	// LastDuration is how many microseconds the last attempt took, LastStatus what it was answered; nil before the first.
	LastDuration *int64
	LastStatus   *int
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

// DeliveryDetail reads one delivery of the tenant with its attempts. Another tenant's is NOT_FOUND.
func (s *Service) DeliveryDetail(ctx context.Context, actor Actor, id uuid.UUID) (DeliveryDetail, error) {
	if err := actor.requireAdmin(); err != nil {
		return DeliveryDetail{}, err
	}
	detail, err := findDelivery(ctx, s.db, actor.TenantID, id)
	if err != nil {
		return detail, err
	}
	detail.AttemptList, err = listAttempts(ctx, s.db, id)
	return detail, err
}

var errNoDelivery = fault.New(fault.NotFound, "there is no such delivery")

// EventPage is a stretch of a list of events, the newest first.
type EventPage struct {
	Items []Published
	// Next is behind what the list goes on; nil at its end.
	Next uuid.UUID
}

// Events lists what was published for the tenant, the newest first; only those of a type when one is given. Those may be far
// apart, so a page of them may hold less than there is room for, and go on all the same.
func (s *Service) Events(ctx context.Context, actor Actor, only string, cursor database.Cursor) (page EventPage, err error) {
	if err := actor.requireAdmin(); err != nil {
		return EventPage{}, err
	}
	if only != "" {
		if page.Next, err = findEvent(ctx, s.db, actor.TenantID, cursor.Before, lookedThrough); err != nil {
			return EventPage{}, err
		}
	}
	page.Items, err = listEvents(ctx, s.db, actor.TenantID, only, page.Next, cursor)
	if last := len(page.Items) - 1; last >= 0 && last+1 == cursor.Limit {
		page.Next = page.Items[last].ID
	}
	return page, err
}
