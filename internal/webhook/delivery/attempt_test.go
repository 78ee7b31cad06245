package delivery_test

import (
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

const (
	longToken  = "a-bearer-token-of-some-length"
	longHeader = "a-header-value-of-some-length"
)

func TestAnAttemptTellsEverythingButTheSecrets(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		url, _ := listen(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Reason", "overload")
			w.Header()["X-Odd"] = []string{"\xff"}
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("\x00\xff" + strings.Repeat("b", 20<<10)))
		})
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, url, func(e *webhook.EndpointChange) {
			e.AuthType, e.AuthConfig = new("bearer"), json.RawMessage(`{"token":"`+longToken+`"}`)
			e.CustomHeaders = &map[string]string{"x-key": longHeader}
			e.MaxRetries = new(0)
		})
		published := h.PublishData(t, `{"n":1}`)
		h.WaitSettled(t, endpoint.ID, "exhausted", 1)
		detail, err := h.DeliveryDetail(t.Context(), h.Actor, h.ListDeliveries(t, endpoint.ID, "")[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if string(detail.Body) != string(published.Body) || detail.EventID != published.ID || len(detail.AttemptList) != 1 {
			t.Fatalf("got %+v", detail)
		}
		a := detail.AttemptList[0]
		if a.RequestHeaders["Authorization"] != "••••" || a.RequestHeaders["X-Key"] != "••••" || a.RequestHeaders["Webhook-Id"] != published.ID.String() ||
			a.RequestHeaders["Content-Type"] != "application/json" {
			t.Errorf("request headers %v", a.RequestHeaders)
		}
		if a.Number != 1 || a.ResponseStatus != 503 || a.ResponseHeaders["X-Reason"] != "overload" || a.ErrorClass != "" {
			t.Errorf("answer %d %v %q", a.ResponseStatus, a.ResponseHeaders, a.ErrorClass)
		}
		if len(a.ResponseBody) != 16<<10 || !strings.HasPrefix(a.ResponseBody, "\x00\xffb") {
			t.Errorf("%d bytes of the answer were kept", len(a.ResponseBody))
		}
		if a.Timing.Total <= 0 || a.Timing.FirstByte <= 0 || a.FinishedAt.Before(a.StartedAt) || time.Since(a.StartedAt) > time.Minute {
			t.Errorf("timing %+v from %s to %s", a.Timing, a.StartedAt, a.FinishedAt)
		}
		for _, secret := range []string{longToken, longHeader} {
			if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts WHERE request_headers LIKE $1`, "%"+secret+"%"); count != 0 {
				t.Error("a secret is in the table of attempts")
			}
		}
	})
}

func TestAnAttemptWithoutAnAnswerTellsWhatWentWrong(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listener.Close()
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, "http://"+listener.Addr().String()+"/secret-path", func(e *webhook.EndpointChange) { e.MaxRetries = new(0) })
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "exhausted", 1)
		detail, err := h.DeliveryDetail(t.Context(), h.Actor, h.ListDeliveries(t, endpoint.ID, "")[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		a := detail.AttemptList[0]
		if a.ResponseStatus != 0 || a.ErrorClass != "connect" || !strings.Contains(a.Error, "refused") || len(a.ResponseHeaders) != 0 || a.ResponseBody != "" {
			t.Errorf("got %+v", a)
		}
	})
}

// A request in flight when its endpoint is switched off was sent nevertheless: the attempt counts, and a delivery that
// is recovered later continues counting from there.
func TestAnAttemptThatOutlivesItsEndpointsActivityIsCounted(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"refused": 500, "taken": 200} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				arrived, leave := make(chan struct{}, 10), make(chan int, 10)
				url, _ := listen(t, func(w http.ResponseWriter, _ *http.Request) {
					arrived <- struct{}{}
					w.WriteHeader(<-leave)
				})
				h := newHouse(t, db, nil)
				webhooktest.Run(t, h.Service)
				endpoint := h.AddEndpoint(t, url, nil)
				h.PublishData(t, `{}`)
				<-arrived
				h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(false)})
				leave <- status
				testkit.Until(t, "the attempt is recorded", func() bool { return webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts`) == 1 })
				h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(true)})
				recovered, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{})
				if err != nil || (recovered.Recovered == 1) != (status == 500) {
					t.Fatalf("recovered %v, %v", recovered, err)
				}
				attempts := 1
				if recovered.Recovered == 1 {
					<-arrived
					leave <- 200
					attempts = 2
				}
				h.WaitSettled(t, endpoint.ID, "succeeded", 1)
				if found := h.ListDeliveries(t, endpoint.ID, ""); found[0].Attempts != attempts {
					t.Errorf("%d attempts, want %d", found[0].Attempts, attempts)
				}
				if after := h.Reload(t, endpoint.ID); after.TotalDeliveries != 1 || after.SuccessfulDeliveries != 1 {
					t.Errorf("counters %d/%d", after.TotalDeliveries, after.SuccessfulDeliveries)
				}
			})
		})
	}
}
