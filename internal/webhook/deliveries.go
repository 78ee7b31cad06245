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
	// LastDuration is how many microseconds the last attempt took, LastStatus the status of its answer; nil before the
	// first attempt.
	LastDuration *int64
	LastStatus   *int
}

// Attempt is one request of a delivery and its result.
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

// DeliveryDetail is a delivery with the body that was sent and all attempts.
type DeliveryDetail struct {
	Delivery
	Body        json.RawMessage
	AttemptList []Attempt
}

// DeliveryDetail returns a delivery of the tenant with its attempts. It fails with NOT_FOUND for another tenant's.
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

// EventPage is a page of a list of events, newest first.
type EventPage struct {
	Items []Published
	// Next is the cursor for the next page; nil at the end of the list.
	Next uuid.UUID
}

// Events lists the tenant's events, newest first, of one type if given. Since events of one type may be far apart, such
// a page may be short although more pages follow.
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
