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
	events := []storedEvent{newEvent(actor.TenantID, "custom.test.happened", data, s.now())}
	ahead, err := s.matchAhead(ctx, events)
	if err != nil {
		return err
	}
	meanwhile()
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.writeMatched(ctx, tx, events, ahead) })
}
