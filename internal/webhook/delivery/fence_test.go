package delivery_test

import (
	"context"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// A database server that takes over after a failure may lack the last changes of its predecessor: the row of a lane is
// then as it was before its holder took it.
func TestALostLeaseLetsNoTwoHoldersRecord(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		arrived, leave := make(chan struct{}, 10), make(chan struct{})
		h := newHouse(t, db, func(context.Context, wire.Call) wire.Result {
			arrived <- struct{}{}
			<-leave
			return webhooktest.Answer(200)
		})
		engine(h.Service).NotAlone()
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"a", nil)
		restore := func(holder string, fence int64, expires time.Time) {
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `
					INSERT INTO webhook_lanes (endpoint_id, holder, fence, expires_at, reserved) VALUES ($1, $2, $3, $4, 0)
					ON CONFLICT (endpoint_id) DO UPDATE SET holder = $2, fence = $3, expires_at = $4`,
					endpoint.ID, holder, fence, database.Micros(expires))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		past := time.Now().Add(-time.Hour)
		restore("somebody", 7, past)
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		<-arrived // the first holder's request is in flight
		restore("somebody", 7, past)
		arrivedAgain, leaveAgain := make(chan struct{}, 10), make(chan struct{})
		other := h.Replica(t, func(context.Context, wire.Call) wire.Result {
			arrivedAgain <- struct{}{}
			<-leaveAgain
			return webhooktest.Answer(201)
		})
		engine(other).NotAlone()
		webhooktest.Run(t, other)
		<-arrivedAgain // the second holder has the lane
		close(leave)
		testkit.Until(t, "nothing is left to record", func() bool { return engine(h.Service).Unrecorded(endpoint.ID) == 0 })
		if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts`); count != 0 {
			t.Error("a holder without the lane has recorded its attempt")
		}
		close(leaveAgain)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts WHERE response_status = 201`); count != 1 {
			t.Error("the holder of the lane has not recorded its attempt")
		}
	})
}

// The holder's identity counts too, not only the number.
func TestTheSameFenceOfAnotherHolderRecordsNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		arrived, leave := make(chan struct{}, 10), make(chan struct{})
		h := newHouse(t, db, func(context.Context, wire.Call) wire.Result {
			arrived <- struct{}{}
			<-leave
			return webhooktest.Answer(200)
		})
		engine(h.Service).NotAlone()
		endpoint := h.AddEndpoint(t, webhooktest.Hook+"a", nil)
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		<-arrived
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE webhook_lanes SET holder = 'another'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		close(leave)
		testkit.Until(t, "nothing is left to record", func() bool { return engine(h.Service).Unrecorded(endpoint.ID) == 0 })
		if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts`); count != 0 {
			t.Errorf("%d attempts were recorded under another's name", count)
		}
	})
}
