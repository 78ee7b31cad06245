package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// MostPublished is how many events of a tenant's own can be published together.
const MostPublished = 1000

// OwnEvent is an event of a tenant's own, as it comes.
type OwnEvent struct {
	Type string
	Data json.RawMessage
}

// PublishOwnBatch publishes events of the tenant's own: all of them in one transaction, or none. It is for admins. What is
// wrong with one event is a VALIDATION_ERROR about its place, such as events[3].type; so are none, more than MostPublished,
// and, of several, more than mostDeliveries.
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
	// A batch is a group by itself: it would only keep the publisher's others waiting.
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error { return s.writeMatched(ctx, tx, ahead) })
	if err != nil {
		return nil, err
	}
	return published, nil
}

// inPlace tells of a fault in an element of a list which element that is.
func inPlace(list string, index int, err error) error {
	var refused *fault.Error
	if !errors.As(err, &refused) {
		return err
	}
	return refused.About(list + "[" + strconv.Itoa(index) + "]." + refused.Field)
}
