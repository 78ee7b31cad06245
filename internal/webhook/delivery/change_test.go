package delivery_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/webhooktest"
)

// changingEndpoints lets something happen while a lane looks up its endpoint.
type changingEndpoints struct {
	delivery.Endpoints
	meanwhile func(endpoint uuid.UUID)
}

func (e changingEndpoints) Find(ctx context.Context, tenant, id uuid.UUID) (*delivery.Endpoint, error) {
	found, err := e.Endpoints.Find(ctx, tenant, id)
	e.meanwhile(id)
	return found, err
}

// A busy machine may take long between the moment at which a lane looks up its endpoint and that at which it sends.
func TestWhatIsPublishedAfterAnEndpointHasChangedIsNotSentAsBefore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"before", webhooktest.Unlimited)
		later := make(chan string, 1)
		changeOnce := sync.OnceFunc(func() {
			h.Update(t, endpoint.ID, webhook.EndpointChange{URL: new(webhooktest.Hook + "after")})
			later <- h.PublishData(t, `{"is":"later"}`).ID.String()
		})
		dispatcher := engine(h.Service)
		dispatcher.WrapEndpoints(func(inner delivery.Endpoints) delivery.Endpoints {
			return changingEndpoints{inner, func(id uuid.UUID) {
				if dispatcher.HasLane(id) { // else it is looked up to see whether there should be a lane
					changeOnce()
				}
			}}
		})
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{"is":"first"}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 2)
		id := <-later
		for _, one := range r.All() {
			if one.Body.ID == id && one.Call.URL != webhooktest.Hook+"after" {
				t.Errorf("what was published after the change was sent to %s", one.Call.URL)
			}
		}
	})
}
