package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	oldTenant   = "01890000-0000-7000-8000-000000000001"
	oldEndpoint = "01890000-0000-7000-8000-000000000002"
	oldEvent    = "01890000-0000-7000-8000-000000000003"
)

// storeOldWebhooks fills the tables as they were before deliveries were keyed by their endpoint.
func storeOldWebhooks(t *testing.T, db *database.DB) {
	t.Helper()
	mustExec(t, db, `INSERT INTO tenants (id, name, slug, created_at) VALUES ($1, 'Old', 'old', 1)`, oldTenant)
	mustExec(t, db, `
		INSERT INTO webhook_endpoints (id, tenant_id, name, url, http_method, auth_type, auth_config, custom_headers, subscribed_events,
			filters, retry_enabled, max_retries, retry_delay_seconds, retry_backoff_multiplier, timeout_seconds, is_active, is_verified,
			rate_limit_per_minute, rate_limit_per_hour, created_at, updated_at)
		VALUES ($1, $2, 'Old', 'https://example.com', 'POST', 'none', $3, $3, '[]', '{}', $4, 3, 60, 20, 30, $4, $4, 60, 1000, 1, 1)`,
		oldEndpoint, oldTenant, []byte{1}, true)
	mustExec(t, db, `INSERT INTO webhook_lanes (endpoint_id, holder, fence, expires_at, reserved) VALUES ($1, 'x', 7, 1, 0)`, oldEndpoint)
	mustExec(t, db, `INSERT INTO webhook_sends (endpoint_id, latest, ends) VALUES ($1, 5, '[5]')`, oldEndpoint)
	mustExec(t, db, `INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ($1, $2, 'custom.a', '{}', 1)`, oldEvent, oldTenant)
	for _, d := range []struct {
		id, status string
		due        any
	}{
		{"01890000-0000-7000-8000-00000000000a", "pending", int64(9)},
		{"01890000-0000-7000-8000-00000000000b", "succeeded", nil},
		{"01890000-0000-7000-8000-00000000000c", "skipped", nil},
	} {
		mustExec(t, db, `
			INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, status, attempts, attempts_before, next_attempt_at, created_at)
			VALUES ($1, $2, $3, $4, $5, 2, 1, $6, 4)`, d.id, oldEvent, oldEndpoint, oldTenant, d.status, d.due)
	}
	mustExec(t, db, `
		INSERT INTO webhook_attempts (delivery_id, number, started_at, finished_at, request_headers, response_status, response_headers,
			timing, error_class, error)
		VALUES ('01890000-0000-7000-8000-00000000000b', 1, 1, 2, '{}', 200, '{}', '{}', '', '')`)
}

func texts(t *testing.T, db *database.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), query)
	found, err := database.Collect(rows, err, func(row database.Row) (text string, err error) {
		err = row.Scan(&text)
		return text, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestStoredWebhooksSurviveTheirNewKeys(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 15); err != nil {
			t.Fatal(err)
		}
		storeOldWebhooks(t, db)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := texts(t, db, `
			SELECT d.id || ' ' || d.status || ' ' || d.attempts || ' ' || d.attempts_before || ' ' || COALESCE(d.next_attempt_at, 0) || ' ' || e.type
			FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id JOIN webhook_events e ON e.id = d.event_id
			ORDER BY d.id`)
		want := []string{
			"01890000-0000-7000-8000-00000000000a pending 2 1 9 custom.a",
			"01890000-0000-7000-8000-00000000000b succeeded 2 1 0 custom.a",
			"01890000-0000-7000-8000-00000000000c skipped 2 1 0 custom.a",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		counts := texts(t, db, `
			SELECT (SELECT COUNT(*) FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id) || ' ' ||
				(SELECT COUNT(*) FROM webhook_sends s JOIN webhook_endpoints p ON p.id = s.endpoint_id) || ' ' ||
				(SELECT fence FROM webhook_lanes)`)
		if diff := cmp.Diff([]string{"1 1 7"}, counts); diff != "" {
			t.Errorf("attempts, sends, fence (-want +got):\n%s", diff)
		}
		mustExec(t, db, `DELETE FROM webhook_endpoints`)
		if left := texts(t, db, `SELECT holder FROM webhook_lanes`); len(left) > 0 {
			t.Errorf("the lane of a deleted endpoint is there")
		}
	})
}
