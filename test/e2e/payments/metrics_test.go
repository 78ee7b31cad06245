package payments_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"bourse/test/e2e/kit"
)

func TestTheMetricsTellWhatWaits(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		c := newCounter(t, place, "--webhook-allow-http", "--webhook-allow-loopback")
		waits := func(what string) string { return `bourse_waiting_items{what="` + what + `"}` }
		c.AwaitNumbers(t, map[string]float64{
			waits("withdrawals_to_decide"): 0, waits("withdrawals_to_transfer"): 0, waits("payments_unsettled"): 0, waits("refunds_unsettled"): 0,
			waits("kyc_cases"): 0, waits("messages_sms"): 0, "bourse_webhook_endpoints_failing": 0, "bourse_webhook_queue_depth": 0,
		})
		m, account := c.investor(t, 1000)
		withdraw(t, m, account, 100)
		depositing(t, m, account, 10) // nobody pays it
		newcomer := c.Register(t)
		newcomer.Post(t, kit.AccountAt(newcomer.Invest(t, 500))+"/kyc", kit.Person()).Ok(t, 200)
		broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
		defer broken.Close()
		endpoint := c.Author.Post(t, "/webhooks/endpoints", kit.Body{
			"name": "away", "url": broken.URL + "/", "subscribedEvents": []string{"custom.*"}, "retryEnabled": true, "maxRetries": 3, "retryDelaySeconds": 3600,
		}).Ok(t, 201).Envelope["data"].(map[string]any)["id"].(string)
		c.Author.Post(t, "/webhooks/events", kit.Body{"type": "custom.thing.happened", "data": kit.Body{}}).Ok(t, 201)
		c.AwaitNumbers(t, map[string]float64{
			waits("withdrawals_to_decide"): 1, waits("withdrawals_to_transfer"): 0, waits("payments_unsettled"): 1, waits("kyc_cases"): 1,
			"bourse_webhook_endpoints_failing": 1, "bourse_webhook_queue_depth": 1, waits("messages_mail"): 0,
		})
		page := c.Metrics(t)
		for _, line := range []string{
			`bourse_waiting_oldest_seconds{what="withdrawals_to_decide"}`, `bourse_webhook_endpoint_failing_seconds{endpoint="` + endpoint + `"}`,
			`bourse_reading_timestamp_seconds{reading="payments"}`, `bourse_messages_sent_total{channel="mail",outcome="sent"}`,
		} {
			if value, found := kit.Number(page, line); !found || value <= 0 {
				t.Errorf("%s is %v (%t)", line, value, found)
			}
		}
		kit.WantGoodMetrics(t, page)
	})
}
