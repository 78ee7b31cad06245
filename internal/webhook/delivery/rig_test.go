package delivery_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/webhook"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/webhooktest"
)

// house is one process that sends webhooks, and a tenant that has some.
type house struct{ *webhooktest.House }

func newHouse(t *testing.T, db *database.DB, receiver webhooktest.SenderFunc) *house {
	t.Helper()
	return &house{webhooktest.NewHouse(t, db, receiver)}
}

// engine is the dispatcher of a process.
func engine(service *webhook.Service) *delivery.Dispatcher {
	for _, job := range service.SharedWorkers() {
		if dispatcher, ok := job.(*delivery.Dispatcher); ok {
			return dispatcher
		}
	}
	panic("the service has no dispatcher")
}

// neighbour is another tenant of the house.
func (h *house) neighbour(t *testing.T) *house {
	t.Helper()
	other := *h.House
	other.Actor = h.NewTenant(t)
	return &house{&other}
}
