package webhook_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
)

// waitFor asks again and again until the condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(2 * time.Minute)
	defer deadline.Stop()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-deadline.C:
			t.Fatalf("waited in vain: %s", what)
		case <-ticker.C:
		}
	}
}

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
		run(t, h.Service)
		endpoint := h.endpoint(t, receiver.URL, nil)
		published := h.publish(t, `{"n":1}`)
		if got := <-bodies; got != string(published.Body) {
			t.Errorf("received %s, want %s", got, published.Body)
		}
		waitFor(t, "the delivery succeeds", func() bool {
			found, err := h.Deliveries(t.Context(), h.actor, endpoint.ID, "succeeded", webhook.Cursor{Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			return len(found) == 1 && found[0].EventID == published.ID
		})
		after, err := h.Endpoint(t.Context(), h.actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		if after.TotalDeliveries != 1 || after.SuccessfulDeliveries != 1 || after.FailedDeliveries != 0 || after.LastSuccessAt.IsZero() {
			t.Errorf("counters %d/%d/%d, last success %s", after.TotalDeliveries, after.SuccessfulDeliveries, after.FailedDeliveries, after.LastSuccessAt)
		}
	})
}
