package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

// PublishWaiting returns how many calls wait for the publisher.
func (s *Service) PublishWaiting() int { return len(s.publisher.requests) }

// CleanStep does one batch of the endpoint cleaner's work and reports whether there was some.
func (s *Service) CleanStep(ctx context.Context) (bool, error) {
	return (&endpointCleaner{s}).step(ctx)
}

// JobBatch is the maximum number of deliveries that a transaction of the endpoint cleaner changes.
const JobBatch = jobBatch

// PublishOwnWhile publishes a tenant's own event, and calls meanwhile after it is matched and before it is written.
func (s *Service) PublishOwnWhile(ctx context.Context, actor Actor, data json.RawMessage, meanwhile func()) error {
	return s.publishWhile(ctx, actor, data, func(*matched) { meanwhile() })
}

// PublishOwnUnasked is PublishOwnWhile as if no filter had matched before the event is written: it only goes to
// endpoints that are matched again then.
func (s *Service) PublishOwnUnasked(ctx context.Context, actor Actor, data json.RawMessage, meanwhile func()) error {
	return s.publishWhile(ctx, actor, data, func(ahead *matched) { ahead.deliveries = nil; meanwhile() })
}

func (s *Service) publishWhile(ctx context.Context, actor Actor, data json.RawMessage, meanwhile func(*matched)) error {
	ahead, err := s.matchAhead(ctx, []storedEvent{newEvent(actor.TenantID, "custom.test.happened", data, s.now())})
	if err != nil {
		return err
	}
	meanwhile(&ahead)
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.writeMatched(ctx, tx, ahead) })
}

// MostDeliveries is the maximum number of deliveries of tenants' own events in one transaction.
const MostDeliveries = mostDeliveries

// BoundDeliveries lowers that maximum.
func (s *Service) BoundDeliveries(most int) { s.mostDeliveries = most }

// ErrManyDeliveries makes the publisher use more than one transaction for its calls.
var ErrManyDeliveries = errManyDeliveries

// PublishManyWhile is PublishOwnWhile for count events in one call.
func (s *Service) PublishManyWhile(ctx context.Context, actor Actor, count int, meanwhile func()) error {
	ahead, err := s.matchAhead(ctx, s.newEvents(actor, count))
	if err != nil {
		return err
	}
	meanwhile()
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.writeMatched(ctx, tx, ahead) })
}

// PublishCallsWhile is PublishOwnWhile for count calls. It returns the result of writing all of them together, which is
// rolled back, and what the callers get.
func (s *Service) PublishCallsWhile(ctx context.Context, actor Actor, count int, meanwhile func()) (together, told error) {
	var (
		calls  []*publishRequest
		groups []matched
	)
	for _, event := range s.newEvents(actor, count) {
		ahead, err := s.matchAhead(ctx, []storedEvent{event})
		if err != nil {
			return err, err
		}
		groups = append(groups, ahead)
		calls = append(calls, &publishRequest{ctx: ctx, ahead: ahead, done: make(chan error, 1)})
	}
	meanwhile()
	isLate := errors.New("rolled back")
	together = s.db.InTx(ctx, func(tx *database.Tx) error { return cmp.Or(s.writeMatched(ctx, tx, groups...), isLate) })
	if together == isLate {
		together = nil
	}
	_ = s.publisher.publish(ctx, calls) // the callers get the error
	for _, call := range calls {
		told = errors.Join(told, <-call.done)
	}
	return together, told
}

func (s *Service) newEvents(actor Actor, count int) []storedEvent {
	events := make([]storedEvent, count)
	for i := range events {
		events[i] = newEvent(actor.TenantID, "custom.test.happened", json.RawMessage(`{}`), s.now())
	}
	return events
}

// GatherCalls returns the groups that the publisher makes of calls with the given numbers of deliveries.
func (s *Service) GatherCalls(deliveries ...int) (groups [][]int) {
	p := &publisher{service: s, requests: make(chan *publishRequest, len(deliveries))}
	for _, count := range deliveries {
		p.requests <- &publishRequest{ctx: context.Background(), ahead: matched{deliveries: make([]delivery.Delivery, count)}}
	}
	for p.left = <-p.requests; p.left != nil || len(p.requests) > 0; {
		first := p.left
		if p.left = nil; first == nil {
			first = <-p.requests
		}
		var group []int
		for _, request := range p.gather(first) {
			group = append(group, len(request.ahead.deliveries))
		}
		groups = append(groups, group)
	}
	return groups
}

// BroadcastStep does one batch of the broadcaster's work and reports whether there may be more.
func (s *Service) BroadcastStep(ctx context.Context) (bool, error) {
	return (&broadcaster{s}).step(ctx)
}
