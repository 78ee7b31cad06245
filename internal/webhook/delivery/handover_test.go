package delivery_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// A delivery is in the database a moment before its publisher hands it to the lane. A lane that claims at that moment
// could send it, record it and forget it, and then get it again.
func TestADeliveryThatIsMetInTheDatabaseBeforeItIsHandedOverIsSentOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			tx.AfterCommit(func() { // before the handover, which Publish registers next
				h.insertUnannounced(t, endpoint)
				h.WaitSettled(t, endpoint.ID, "succeeded", 2) // so the lane has claimed, and found both
			})
			return h.Publish(t.Context(), tx, webhook.Event{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "BTC-USD", Profit: 1}})
		})
		if err != nil {
			t.Fatal(err)
		}
		h.PublishData(t, `{"last":true}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 4)
		if sent := len(r.All()); sent != 4 {
			t.Errorf("%d requests for 4 deliveries", sent)
		}
	})
}

// insertUnannounced adds a copy of the endpoint's first delivery and makes the lane claim it.
func (h *house) insertUnannounced(t *testing.T, endpoint *webhook.Endpoint) {
	t.Helper()
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO webhook_deliveries (endpoint_id, id, event_id, status, next_attempt_at, created_at)
			SELECT endpoint_id, 'ffffffff-ffff-7fff-8fff-ffffffffffff', event_id, 'pending', created_at, created_at
			FROM webhook_deliveries WHERE status = 'succeeded'`)
		tx.Notify("webhook.due", endpoint.ID.String())
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Rows may be deleted while their requests are in flight.
func TestADeliveryThatIsGoneDoesNotKeepOthersFromBeingRecorded(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		arrived, leave := make(chan struct{}, 10), make(chan struct{})
		url, _ := listen(t, func(http.ResponseWriter, *http.Request) {
			arrived <- struct{}{}
			<-leave
		})
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, url, webhooktest.Unlimited)
		gone := h.PublishData(t, `{}`)
		h.PublishData(t, `{}`)
		<-arrived
		<-arrived
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM webhook_deliveries WHERE event_id = $1`, gone.ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		close(leave)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 2)
		if after := h.Reload(t, endpoint.ID); after.TotalDeliveries != 2 || after.SuccessfulDeliveries != 2 {
			t.Errorf("counters %d/%d, want 2/2", after.TotalDeliveries, after.SuccessfulDeliveries)
		}
	})
}

// Two endpoints get the same batch, so that their deliveries are handed over in two consecutive runs; a third is
// switched off, and its deliveries after them are not handed over.
func TestABatchForSeveralEndpointsIsHandedToEachLaneWhole(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const events = 300
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		first := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		second := h.AddEndpoint(t, webhooktest.Hook+"second", webhooktest.Unlimited)
		off := h.AddEndpoint(t, webhooktest.Hook+"off", func(e *webhook.EndpointChange) { e.IsActive = new(false) })
		h.PublishData(t, `{}`) // so that this process has both lanes
		h.WaitSettled(t, first.ID, "succeeded", 1)
		h.WaitSettled(t, second.ID, "succeeded", 1)
		own := make([]webhook.OwnEvent, events)
		for i := range own {
			own[i] = webhook.OwnEvent{Type: "custom.batch.made", Data: json.RawMessage(`{}`)}
		}
		if _, err := h.PublishOwnBatch(t.Context(), h.Actor, own); err != nil {
			t.Fatal(err)
		}
		h.WaitSettled(t, first.ID, "succeeded", 1+events)
		h.WaitSettled(t, second.ID, "succeeded", 1+events)
		if skipped := len(h.ListDeliveries(t, off.ID, "skipped")); skipped == 0 {
			t.Error("nothing was skipped for the endpoint that is off")
		}
		sent := map[string]int{}
		for _, call := range r.All() {
			sent[call.Call.URL]++
		}
		if sent[first.URL] != 1+events || sent[second.URL] != 1+events || sent[off.URL] != 0 {
			t.Errorf("requests by URL: %v, want %d to each of two", sent, 1+events)
		}
	})
}
