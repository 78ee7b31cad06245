package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bourse/internal/database"
)

// number is the value of one line of the metrics; false when there is no such line.
func number(page, line string) (value float64, found bool) {
	match := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + ` (\S+)$`).FindStringSubmatch(page)
	if match == nil {
		return 0, false
	}
	value, err := strconv.ParseFloat(match[1], 64)
	return value, err == nil
}

// awaitNumbers waits until the metrics have the values.
func (s *server) awaitNumbers(t *testing.T, want map[string]float64) {
	t.Helper()
	for line, value := range want {
		var page string
		var got float64
		defer func() {
			if t.Failed() && page != "" {
				t.Logf("%s is %v, want %v", line, got, value)
			}
		}()
		eventually(t, patience, line, func() bool {
			page = s.metrics(t)
			var found bool
			got, found = number(page, line)
			return found && got == value
		})
		page = ""
	}
}

// wantGoodMetrics holds the page against the conventions of Prometheus, where its tool is installed.
func wantGoodMetrics(t *testing.T, page string) {
	t.Helper()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		return
	}
	check := exec.CommandContext(t.Context(), promtool, "check", "metrics")
	check.Stdin = strings.NewReader(page)
	if said, err := check.CombinedOutput(); err != nil || strings.Contains(string(said), "bourse_") {
		t.Errorf("promtool: %v\n%s", err, said)
	}
}

func TestTheMetricsTellWhatTheDeskDoes(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.server = plainBinary
		v := newVenue(t, place)
		m := v.register(t)
		m.listen(t, "")
		position := m.opened(t, v.signal(t, "entry_long", body{"stopLoss": 1.8}), 100)
		v.awaitNumbers(t, map[string]float64{`bourse_trading_fills_total{kind="open"}`: 1, "bourse_streams_open": 1})
		v.price(t, xrp, "1.7")
		m.awaitStatus(t, position, "closed")
		v.awaitNumbers(t, map[string]float64{
			`bourse_trading_fills_total{kind="open"}`: 1, `bourse_trading_fills_total{kind="close"}`: 1,
			`bourse_trading_stop_lag_seconds_count{reason="stop_loss"}`: 1, `bourse_ledger_imbalance{currency="USD"}`: 0,
			`bourse_waiting_items{what="signals_to_copy"}`: 0, `bourse_waiting_items{what="closings_at_opening"}`: 0,
			`bourse_waiting_oldest_seconds{what="signals_to_copy"}`: 0,
		})
		page := v.metrics(t)
		if lag, found := number(page, `bourse_trading_stop_lag_seconds_sum{reason="stop_loss"}`); !found || lag <= 0 || lag > 30 {
			t.Errorf("the stop took %v s", lag)
		}
		if age, found := number(page, `bourse_feed_age_seconds{feed="replay"}`); !found || age > 30 {
			t.Errorf("the feed's age is %v (%t)", age, found)
		}
		if free, found := number(page, "bourse_disk_free_bytes"); !found || free <= 0 {
			t.Errorf("free on the disk: %v (%t)", free, found)
		}
		for _, line := range []string{"bourse_database_file_bytes", "bourse_database_wal_bytes"} {
			if size, found := number(page, line); found != (place.engine == database.SQLite) || found && size <= 0 && strings.Contains(line, "file") {
				t.Errorf("%s is %v (%t)", line, size, found)
			}
		}
		wantGoodMetrics(t, page)
		m.post(t, "/auth/logout", body{"scope": "global"}).ok(t, 200)
		v.awaitNumbers(t, map[string]float64{"bourse_streams_open": 0})
	})
}

func TestTheMetricsTellWhatWaits(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.server = plainBinary
		c := newCounter(t, place, "--webhook-allow-http", "--webhook-allow-loopback")
		waits := func(what string) string { return `bourse_waiting_items{what="` + what + `"}` }
		c.awaitNumbers(t, map[string]float64{
			waits("withdrawals_to_decide"): 0, waits("withdrawals_to_transfer"): 0, waits("payments_unsettled"): 0, waits("refunds_unsettled"): 0,
			waits("kyc_cases"): 0, waits("messages_sms"): 0, "bourse_webhook_endpoints_failing": 0, "bourse_webhook_queue_depth": 0,
		})
		m, account := c.investor(t, 1000)
		m.withdraw(t, account, 100)
		m.depositing(t, account, 10) // nobody pays it
		newcomer := c.register(t)
		newcomer.post(t, accountAt(newcomer.invest(t, 500))+"/kyc", person()).ok(t, 200)
		broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
		defer broken.Close()
		endpoint := c.author.post(t, "/webhooks/endpoints", body{
			"name": "away", "url": broken.URL + "/", "subscribedEvents": []string{"custom.*"}, "retryEnabled": true, "maxRetries": 3, "retryDelaySeconds": 3600,
		}).ok(t, 201).envelope["data"].(map[string]any)["id"].(string)
		c.author.post(t, "/webhooks/events", body{"type": "custom.thing.happened", "data": body{}}).ok(t, 201)
		c.awaitNumbers(t, map[string]float64{
			waits("withdrawals_to_decide"): 1, waits("withdrawals_to_transfer"): 0, waits("payments_unsettled"): 1, waits("kyc_cases"): 1,
			"bourse_webhook_endpoints_failing": 1, "bourse_webhook_queue_depth": 1, waits("messages_mail"): 0,
		})
		page := c.metrics(t)
		for _, line := range []string{
			`bourse_waiting_oldest_seconds{what="withdrawals_to_decide"}`, `bourse_webhook_endpoint_failing_seconds{endpoint="` + endpoint + `"}`,
			`bourse_reading_timestamp_seconds{reading="payments"}`, `bourse_messages_sent_total{channel="mail",outcome="sent"}`,
		} {
			if value, found := number(page, line); !found || value <= 0 {
				t.Errorf("%s is %v (%t)", line, value, found)
			}
		}
		wantGoodMetrics(t, page)
	})
}

// scrapeWhileAway shows that a scrape needs no database.
func (s *server) scrapeWhileAway(t *testing.T) {
	t.Helper()
	page := s.metrics(t)
	if _, found := number(page, `bourse_http_requests_total{operation="listSignals",status="5xx"}`); !found || !strings.Contains(page, "bourse_waiting_items") {
		t.Error("the metrics do not tell of the outage")
	}
	s.client().fetch(t, http.MethodGet, "/healthz", nil).ok(t, 200)
}
