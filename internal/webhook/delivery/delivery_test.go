package delivery_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

func TestAPublishedEventArrivesAndIsRecorded(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		bodies := make(chan string, 10)
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			bodies <- string(body)
			w.Write([]byte("thanks"))
		}))
		t.Cleanup(receiver.Close)
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, receiver.URL, nil)
		published := h.PublishData(t, `{"n":1}`)
		if got := <-bodies; got != string(published.Body) {
			t.Errorf("received %s, want %s", got, published.Body)
		}
		testkit.Until(t, "the delivery succeeds", func() bool {
			found, err := h.Deliveries(t.Context(), h.Actor, webhook.DeliveryFilter{EndpointID: endpoint.ID, Status: "succeeded"}, database.Cursor{Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			return len(found.Items) == 1 && found.Items[0].EventID == published.ID
		})
		after, err := h.Endpoint(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		if after.TotalDeliveries != 1 || after.SuccessfulDeliveries != 1 || after.FailedDeliveries != 0 || after.LastSuccessAt.IsZero() {
			t.Errorf("counters %d/%d/%d, last success %s", after.TotalDeliveries, after.SuccessfulDeliveries, after.FailedDeliveries, after.LastSuccessAt)
		}
	})
}
