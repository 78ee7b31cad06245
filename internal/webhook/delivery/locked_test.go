package delivery_test

import (
	"slices"
	"strconv"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// Recording an endpoint's attempts needs its row and that of its lane.
func TestAnEndpointThatSomebodyHoldsKeepsNoOtherFromBeingRecorded(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"the endpoint": `SELECT id FROM webhook_endpoints WHERE id = $1 FOR UPDATE`,
		"its lane":     `SELECT endpoint_id FROM webhook_lanes WHERE endpoint_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := databasetest.Open(t, database.Postgres)
			h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
			var all []*webhook.Endpoint
			for i := range 6 { // some are recorded together with the first
				all = append(all, h.AddEndpoint(t, webhooktest.Hook+strconv.Itoa(i), nil))
			}
			webhooktest.Run(t, h.Service)
			h.PublishData(t, `{}`)
			for _, endpoint := range all { // from here on this process has all lanes
				h.WaitSettled(t, endpoint.ID, "succeeded", 1)
			}
			release := databasetest.Hold(t, db, hold, all[0].ID)
			for range 3 {
				h.PublishData(t, `{}`)
			}
			for _, endpoint := range all[1:] {
				h.WaitSettled(t, endpoint.ID, "succeeded", 4)
			}
			if n := len(h.ListDeliveries(t, all[0].ID, "pending")); n != 3 {
				t.Errorf("%d deliveries of the held endpoint are not recorded, want 3", n)
			}
			release()
			h.WaitSettled(t, all[0].ID, "succeeded", 4)
			if n := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_endpoints WHERE successful_deliveries <> 4 OR total_deliveries <> 4`); n != 0 {
				t.Errorf("the counters of %d endpoints are wrong", n)
			}
		})
	}
}

// A commit may have happened although its answer was lost. Its rows then exist when the lane is tried again.
func TestWhatWasCommittedWithoutAnAnswerKeepsNoLaneWaiting(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
	endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
	var others []*webhook.Endpoint
	for i := range 6 { // some are recorded together with the first
		others = append(others, h.AddEndpoint(t, webhooktest.Hook+strconv.Itoa(i), nil))
	}
	webhooktest.Run(t, h.Service)
	h.PublishData(t, `{}`)
	h.WaitSettled(t, endpoint.ID, "succeeded", 1)
	release := databasetest.Hold(t, db, `SELECT endpoint_id FROM webhook_lanes WHERE endpoint_id = $1 FOR UPDATE`, endpoint.ID)
	for round := range 2 { // when the others' second is recorded, the endpoint's first waits separately
		h.PublishData(t, `{}`)
		for _, other := range others {
			h.WaitSettled(t, other.ID, "succeeded", round+2)
		}
	}
	pending := h.ListDeliveries(t, endpoint.ID, "pending")
	if len(pending) != 2 {
		t.Fatalf("%d deliveries are pending, want 2", len(pending))
	}
	first := pending[1].ID
	err := db.InTx(t.Context(), func(tx *database.Tx) error { // as left by the write whose answer was lost
		_, err := tx.Exec(t.Context(), `
			INSERT INTO webhook_attempts (delivery_id, number, started_at, finished_at, request_headers, response_status, response_headers, timing, error_class, error)
			VALUES ($1, 1, 0, 0, '{}', 200, '{}', '{}', '', '')`, first)
		if err != nil {
			return err
		}
		_, err = tx.Exec(t.Context(), `
			UPDATE webhook_deliveries SET status = 'succeeded', attempts = 1, next_attempt_at = NULL, finished_at = 0 WHERE endpoint_id = $1 AND id = $2`,
			endpoint.ID, first)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	release()
	testkit.Until(t, "nothing is left to record", func() bool { return engine(h.Service).Unrecorded(endpoint.ID) == 0 })
	h.WaitSettled(t, endpoint.ID, "succeeded", 3)
	if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE d.endpoint_id = $1`, endpoint.ID); count != 3 {
		t.Errorf("%d attempts are recorded, want 3", count)
	}
}

func TestAttemptsThatHaveWaitedForALockAreAllRecordedInSeveralBatches(t *testing.T) {
	t.Parallel()
	const events = 900 // no more than a lane may have waiting, but more than a batch
	db := databasetest.Open(t, database.Postgres)
	r := &webhooktest.Receiver{}
	h := newHouse(t, db, r.Take)
	endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
	webhooktest.Run(t, h.Service)
	h.PublishData(t, `{}`)
	h.WaitSettled(t, endpoint.ID, "succeeded", 1)
	release := databasetest.Hold(t, db, `SELECT endpoint_id FROM webhook_lanes WHERE endpoint_id = $1 FOR UPDATE`, endpoint.ID)
	own := slices.Repeat([]webhook.OwnEvent{{Type: "custom.a", Data: []byte(`{}`)}}, events)
	if _, err := h.PublishOwnBatch(t.Context(), h.Actor, own); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "all are sent", func() bool { return len(r.All()) == events+1 })
	release()
	h.WaitSettled(t, endpoint.ID, "succeeded", events+1)
	testkit.Until(t, "nothing is left to record", func() bool { return engine(h.Service).Unrecorded(endpoint.ID) == 0 })
	if after := h.Reload(t, endpoint.ID); after.TotalDeliveries != events+1 || after.SuccessfulDeliveries != events+1 {
		t.Errorf("counters %d/%d", after.TotalDeliveries, after.SuccessfulDeliveries)
	}
}
