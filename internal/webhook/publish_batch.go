package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// MostPublished is how many of a tenant's own events can be published together.
const MostPublished = 1000

// OwnEvent is a tenant's own event as received.
type OwnEvent struct {
	Type string
	Data json.RawMessage
}

// PublishOwnBatch publishes the tenant's own events in one transaction: all of them or none. It is for admins. It fails
// with VALIDATION_ERROR for a bad event, naming its place, such as events[3].type; for no events; for more than
// MostPublished; and when several events have more than mostDeliveries.
func (s *Service) PublishOwnBatch(ctx context.Context, actor Actor, own []OwnEvent) ([]Published, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	if len(own) == 0 || len(own) > MostPublished {
		return nil, fault.Invalid("events", "must have between 1 and %d entries", MostPublished)
	}
	now := s.now()
	events, published := make([]storedEvent, len(own)), make([]Published, len(own))
	for i, event := range own {
		data, err := event.check()
		if err != nil {
			return nil, inPlace("events", i, err)
		}
		events[i] = newEvent(actor.TenantID, event.Type, data, now)
		published[i] = events[i].published()
	}
	ahead, err := s.matchAhead(ctx, events)
	if err != nil {
		return nil, err
	}
	// A batch gets its own transaction: it would only delay the publisher's other requests.
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error { return s.writeMatched(ctx, tx, ahead) })
	if err != nil {
		return nil, err
	}
	return published, nil
}

// inPlace adds to a fault which element of a list it is about.
func inPlace(list string, index int, err error) error {
	var refused *fault.Error
	if !errors.As(err, &refused) {
		return err
	}
	return refused.About(list + "[" + strconv.Itoa(index) + "]." + refused.Field)
}
