package delivery_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/webhook"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/webhooktest"
)

// house is a process that sends webhooks, with a tenant.
type house struct{ *webhooktest.House }

func newHouse(t *testing.T, db *database.DB, receiver webhooktest.SenderFunc) *house {
	t.Helper()
	return &house{webhooktest.NewHouse(t, db, receiver)}
}

// engine returns the dispatcher of a process.
func engine(service *webhook.Service) *delivery.Dispatcher {
	for _, job := range service.SharedWorkers() {
		if dispatcher, ok := job.(*delivery.Dispatcher); ok {
			return dispatcher
		}
	}
	panic("the service has no dispatcher")
}

// neighbour returns the house with another tenant.
func (h *house) neighbour(t *testing.T) *house {
	t.Helper()
	other := *h.House
	other.Actor = h.NewTenant(t)
	return &house{&other}
}
