package telemetry_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/telemetry"
)

func TestThePlatformsNumbersAreShown(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics(nil, nil)
	page := scrape(t, metrics)
	if strings.Contains(page, "bourse_database_file_bytes") || strings.Contains(page, "bourse_disk_free_bytes") {
		t.Error("sizes are shown that nobody has told")
	}
	wantLines(t, page, // else an alert would miss the first late one
		`bourse_trading_stop_lag_seconds_count{reason="stop_loss"} 0`, `bourse_trading_stop_lag_seconds_count{reason="trailing_stop"} 0`,
		`bourse_trading_stop_lag_seconds_count{reason="take_profit"} 0`, `bourse_trading_stop_lag_seconds_count{reason="liquidation"} 0`,
	)
	metrics.Filled("open", 3)
	metrics.Filled("open", 1)
	metrics.OrderBecame("placed")
	metrics.StopClosed("stop_loss", 400*time.Millisecond)
	metrics.Waiting("withdrawals_to_decide", 2, 90*time.Second)
	metrics.Waiting("kyc_cases", 0, -time.Second)
	metrics.EndpointsFailing(12, map[string]time.Duration{"e1": time.Hour})
	metrics.EndpointsFailing(1, map[string]time.Duration{"e2": time.Minute})
	metrics.LedgerImbalance("USD", 0)
	metrics.DiskFree(5)
	metrics.DiskFree(6)
	metrics.DatabaseSize(7, 8)
	metrics.GaugeRead("payments", time.UnixMilli(1500))
	age, known := time.Duration(0), false
	metrics.Feed("sim", func() (time.Duration, bool) { return age, known })
	metrics.Streams(func() int64 { return 4 })
	if page := scrape(t, metrics); strings.Contains(page, "bourse_feed_age_seconds{") {
		t.Error("an age is shown before the first price")
	}
	age, known = 1500*time.Millisecond, true
	page = scrape(t, metrics)
	wantLines(t, page,
		`bourse_trading_fills_total{kind="open"} 4`, `bourse_trading_orders_total{outcome="placed"} 1`,
		`bourse_trading_stop_lag_seconds_bucket{reason="stop_loss",le="0.25"} 0`,
		`bourse_trading_stop_lag_seconds_bucket{reason="stop_loss",le="0.5"} 1`,
		`bourse_waiting_items{what="withdrawals_to_decide"} 2`,
		`bourse_waiting_oldest_seconds{what="withdrawals_to_decide"} 90`,
		`bourse_waiting_oldest_seconds{what="kyc_cases"} 0`,
		`bourse_webhook_endpoints_failing 1`,
		`bourse_webhook_endpoint_failing_seconds{endpoint="e2"} 60`,
		`bourse_ledger_imbalance{currency="USD"} 0`,
		`bourse_disk_free_bytes 6`, `bourse_database_file_bytes 7`, `bourse_database_wal_bytes 8`,
		`bourse_reading_timestamp_seconds{reading="payments"} 1.5`,
		`bourse_feed_age_seconds{feed="sim"} 1.5`, `bourse_streams_open 4`,
	)
	if strings.Contains(page, `endpoint="e1"`) {
		t.Error("an endpoint is shown that does not fail any more")
	}
}

func TestTheWorkersAreShownWithTheirLastSuccess(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics(nil, nil)
	states := []telemetry.WorkerState{
		{Name: "risk-monitor", Successes: 5, Failures: 1, LastSuccess: time.Unix(100, 0), LastFailure: time.Unix(50, 0)},
		{Name: "idle"},
	}
	metrics.Workers(func() []telemetry.WorkerState { return states })
	page := scrape(t, metrics)
	wantLines(t, page,
		`bourse_worker_turns_succeeded_total{worker="risk-monitor"} 5`, `bourse_worker_turns_failed_total{worker="risk-monitor"} 1`,
		`bourse_worker_last_success_timestamp_seconds{worker="risk-monitor"} 100`,
		`bourse_worker_last_failure_timestamp_seconds{worker="risk-monitor"} 50`,
		`bourse_worker_turns_succeeded_total{worker="idle"} 0`,
	)
	if strings.Contains(page, `timestamp_seconds{worker="idle"}`) {
		t.Error("a worker that has done nothing yet has a time")
	}
}
