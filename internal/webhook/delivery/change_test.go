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
	"bourse/internal/webhook/wire"
)

// changingEndpoints calls a function while a lane looks up its endpoint.
type changingEndpoints struct {
	delivery.Endpoints
	meanwhile func(endpoint uuid.UUID)
}

func (e changingEndpoints) Find(ctx context.Context, tenant, id uuid.UUID) (*delivery.Endpoint, error) {
	found, err := e.Endpoints.Find(ctx, tenant, id)
	e.meanwhile(id)
	return found, err
}

// On a busy machine much time may pass between a lane's look-up of its endpoint and its request.
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
				if dispatcher.HasLane(id) { // else the look-up only decides whether to lease the lane
					changeOnce()
				}
			}}
		})
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{"is":"first"}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 2)
		id := <-later
		for _, received := range r.All() {
			if received.Body.ID == id && received.Call.URL != webhooktest.Hook+"after" {
				t.Errorf("what was published after the change was sent to %s", received.Call.URL)
			}
		}
	})
}

func TestAReceiverThatIsGoneSpeaksForItsOwnAddressOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		arrived, leave := make(chan struct{}), make(chan struct{})
		r := &webhooktest.Receiver{Reply: func(n int, _ webhooktest.Received) wire.Result {
			switch n {
			case 1:
				close(arrived)
				<-leave
				return webhooktest.Answer(410)
			case 2:
				return webhooktest.Answer(200)
			}
			return webhooktest.Answer(410)
		}}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"before", nil)
		h.PublishData(t, `{}`)
		<-arrived
		h.Update(t, endpoint.ID, webhook.EndpointChange{URL: new(webhooktest.Hook + "after")})
		close(leave)
		h.WaitSettled(t, endpoint.ID, "exhausted", 1)
		if !h.Reload(t, endpoint.ID).IsActive {
			t.Fatal("what the receiver at the old address says has switched the endpoint off")
		}
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "exhausted", 2)
		if h.Reload(t, endpoint.ID).IsActive {
			t.Error("the receiver at the new address is gone, and the endpoint is active")
		}
	})
}
