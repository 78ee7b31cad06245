package webhook_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/webhook/webhooktest"
)

// house is a process that sends webhooks, with a tenant.
type house struct{ *webhooktest.House }

func newHouse(t *testing.T, db *database.DB, receiver webhooktest.SenderFunc) *house {
	t.Helper()
	return &house{webhooktest.NewHouse(t, db, receiver)}
}
