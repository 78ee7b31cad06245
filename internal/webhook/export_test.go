package webhook

import (
	"context"
	"encoding/json"

	"bourse/internal/database"
)

// PublishWaiting is how many calls wait for the publisher.
func (s *Service) PublishWaiting() int { return len(s.publisher.requests) }

// CleanStep does one batch of the endpoint cleaner's work and reports whether there was some.
func (s *Service) CleanStep(ctx context.Context) (bool, error) {
	return (&endpointCleaner{s}).step(ctx)
}

// JobBatch is how many deliveries a transaction of the endpoint cleaner changes at most.
const JobBatch = jobBatch

// PublishOwnWhile publishes an event of a tenant's own, and lets something happen between the moment at which it is matched
// and the one at which it is written.
func (s *Service) PublishOwnWhile(ctx context.Context, actor Actor, data json.RawMessage, meanwhile func()) error {
	return s.publishWhile(ctx, actor, data, func(*matched) { meanwhile() })
}

// PublishOwnUnasked is PublishOwnWhile as if no filter had let the event through before it is written: it is for none but
// those endpoints whose filters are asked again then.
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
