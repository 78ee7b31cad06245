package webhook_test

import (
	"testing"
	"testing/synctest"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook/webhooktest"
)

type (
	receiver = webhooktest.Receiver
	received = webhooktest.Received
	closed   = webhooktest.Closed
)

const (
	hook       = webhooktest.Hook
	closedType = webhooktest.ClosedType
)

var (
	run       = webhooktest.Run
	answer    = webhooktest.Answer
	refuse    = webhooktest.Refuse
	waitFor   = testkit.Until
	number    = webhooktest.Number
	wantFault = testkit.WantFault
	unlimited = webhooktest.Unlimited
	noEvents  = webhooktest.NoEvents
)

// house is one process that sends webhooks, and a tenant that has some.
type house struct{ *webhooktest.House }

func newHouse(t *testing.T, db *database.DB, receiver webhooktest.SenderFunc) *house {
	t.Helper()
	return &house{webhooktest.NewHouse(t, db, receiver)}
}

// virtually runs a test over virtual time, on SQLite, which needs no network.
func virtually(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	path := databasetest.MigratedURL(t, database.SQLite)
	synctest.Test(t, func(t *testing.T) { test(t, databasetest.OpenURL(t, path)) })
}
