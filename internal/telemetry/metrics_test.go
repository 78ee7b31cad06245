package telemetry_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/telemetry"
)

func scrape(t *testing.T, metrics *telemetry.Metrics) string {
	t.Helper()
	answer := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if answer.Code != http.StatusOK {
		t.Fatalf("scrape answered %d: %s", answer.Code, answer.Body)
	}
	return answer.Body.String()
}

func wantLines(t *testing.T, page string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+page, "\n"+line+"\n") {
			t.Errorf("no line %q among\n%s", line, ours(page))
		}
	}
}

// ours removes the metrics of the Go and process collectors.
func ours(page string) string {
	var kept strings.Builder
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "bourse_") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

func TestARequestIsCountedAndTimedByOperationAndStatusClass(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics([]string{"login", "listPositions"}, nil)
	metrics.ObserveRequest("login", 200, 3*time.Millisecond)
	metrics.ObserveRequest("login", 204, 30*time.Millisecond)
	metrics.ObserveRequest("login", 401, 2*time.Second)
	metrics.ObserveRequest("listPositions", 500, time.Minute)
	wantLines(t, scrape(t, metrics),
		`bourse_http_requests_total{operation="login",status="2xx"} 2`,
		`bourse_http_requests_total{operation="login",status="4xx"} 1`,
		`bourse_http_requests_total{operation="listPositions",status="5xx"} 1`,
		`bourse_http_request_duration_seconds_bucket{operation="login",status="2xx",le="0.0025"} 0`,
		`bourse_http_request_duration_seconds_bucket{operation="login",status="2xx",le="0.005"} 1`,
		`bourse_http_request_duration_seconds_bucket{operation="login",status="2xx",le="0.05"} 2`,
		`bourse_http_request_duration_seconds_sum{operation="login",status="2xx"} 0.033`,
		`bourse_http_request_duration_seconds_count{operation="login",status="4xx"} 1`,
		`bourse_http_request_duration_seconds_bucket{operation="listPositions",status="5xx",le="10"} 0`,
		`bourse_http_request_duration_seconds_bucket{operation="listPositions",status="5xx",le="+Inf"} 1`,
	)
}

func TestPathsAndStatusesThatAreNotOursDoNotMultiplyTheMetrics(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics([]string{"login"}, nil)
	for i := range 5000 {
		metrics.ObserveRequest(fmt.Sprintf("/wp-admin/%d", i), 404, time.Millisecond)
	}
	for _, status := range []int{-1, 0, 99, 600, 999, 1 << 40} {
		metrics.ObserveRequest("login", status, time.Millisecond)
	}
	page := scrape(t, metrics)
	wantLines(t, page,
		`bourse_http_requests_total{operation="unknown",status="4xx"} 5000`,
		`bourse_http_requests_total{operation="login",status="unknown"} 6`,
	)
	if got := strings.Count(page, "bourse_http_requests_total{"); got != 2 {
		t.Errorf("%d series, want 2:\n%s", got, ours(page))
	}
}

func TestRequestsInFlightGoUpAndDown(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics(nil, nil)
	metrics.RequestStarted()
	metrics.RequestStarted()
	wantLines(t, scrape(t, metrics), `bourse_http_requests_in_flight 2`)
	metrics.RequestEnded()
	wantLines(t, scrape(t, metrics), `bourse_http_requests_in_flight 1`)
}

func TestWorkersMessagesAndAuthEventsAreCounted(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics(nil, nil)
	metrics.WorkersKnown([]string{"dispatcher", "copier"})
	metrics.WorkerFailed("dispatcher")
	metrics.WorkerFailed("dispatcher")
	metrics.MessageSent("sms", "sent")
	metrics.MessageSent("email", "failed")
	metrics.AuthEvent("login_failed")
	wantLines(t, scrape(t, metrics),
		`bourse_worker_failures_total{worker="dispatcher"} 2`, `bourse_worker_failures_total{worker="copier"} 0`,
		`bourse_messages_sent_total{channel="mail",outcome="failed"} 0`, `bourse_webhook_attempts_total{outcome="exhausted"} 0`,
		`bourse_messages_sent_total{channel="sms",outcome="sent"} 1`,
		`bourse_messages_sent_total{channel="email",outcome="failed"} 1`,
		`bourse_auth_events_total{event="login_failed"} 1`,
	)
}

func TestEveryScrapeAsksThePoolsAnew(t *testing.T) {
	t.Parallel()
	inUse := 0
	metrics := telemetry.NewMetrics(nil, func() map[string]sql.DBStats {
		inUse++
		return map[string]sql.DBStats{
			"read": {MaxOpenConnections: 8, OpenConnections: 5, InUse: inUse, Idle: 4, WaitCount: 7,
				WaitDuration: 1500 * time.Millisecond, MaxIdleClosed: 1, MaxIdleTimeClosed: 2, MaxLifetimeClosed: 3},
			"write": {MaxOpenConnections: 1},
		}
	})
	wantLines(t, scrape(t, metrics),
		`bourse_database_connections_limit{pool="read"} 8`,
		`bourse_database_connections_limit{pool="write"} 1`,
		`bourse_database_connections_open{pool="read"} 5`,
		`bourse_database_connections_in_use{pool="read"} 1`,
		`bourse_database_connections_idle{pool="read"} 4`,
		`bourse_database_connection_waits_total{pool="read"} 7`,
		`bourse_database_connection_wait_seconds_total{pool="read"} 1.5`,
		`bourse_database_connections_closed_total{pool="read",reason="idle_limit"} 1`,
		`bourse_database_connections_closed_total{pool="read",reason="idle_time"} 2`,
		`bourse_database_connections_closed_total{pool="read",reason="lifetime"} 3`,
	)
	wantLines(t, scrape(t, metrics), `bourse_database_connections_in_use{pool="read"} 2`)
}

func TestTheProcessAndItsBuildAreDescribed(t *testing.T) {
	t.Parallel()
	page := scrape(t, telemetry.NewMetrics(nil, nil))
	build := telemetry.Version()
	wantLines(t, page, fmt.Sprintf(`bourse_build_info{commit=%q,go_version=%q,version=%q} 1`,
		build.Commit, runtime.Version(), build.Version))
	for _, name := range []string{"\ngo_goroutines ", "\nprocess_start_time_seconds "} {
		if !strings.Contains(page, name) {
			t.Errorf("no %s", strings.TrimSpace(name))
		}
	}
}

func TestTwoSetsOfMetricsDoNotMeet(t *testing.T) {
	t.Parallel()
	one, other := telemetry.NewMetrics(nil, nil), telemetry.NewMetrics(nil, nil)
	one.AuthEvent("login")
	if page := scrape(t, other); strings.Contains(page, "bourse_auth_events_total{") {
		t.Errorf("counted in the wrong registry:\n%s", ours(page))
	}
}

func TestNoRequestIsLostWhenManyEndAtOnce(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics([]string{"login"}, nil)
	var running sync.WaitGroup
	for range 8 {
		running.Go(func() {
			for range 1000 {
				metrics.ObserveRequest("login", 200, time.Millisecond)
			}
		})
	}
	running.Wait()
	wantLines(t, scrape(t, metrics),
		`bourse_http_requests_total{operation="login",status="2xx"} 8000`,
		`bourse_http_request_duration_seconds_count{operation="login",status="2xx"} 8000`)
}

func TestObservingARequestAllocatesNothing(t *testing.T) {
	// Allocations are counted for the whole process, so this test is not parallel.
	metrics := telemetry.NewMetrics([]string{"login"}, nil)
	allocations := testing.AllocsPerRun(1000, func() {
		metrics.RequestStarted()
		metrics.ObserveRequest("login", 200, time.Millisecond)
		metrics.ObserveRequest("not an operation", 404, time.Millisecond)
		metrics.RequestEnded()
	})
	if allocations != 0 {
		t.Errorf("%v allocations, want none", allocations)
	}
}
