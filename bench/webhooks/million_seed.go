package webhooks

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// storeDeliveries fills the tables with deliveries of two days ago. The database generates the rows itself: sending a
// million over a connection takes minutes.
func storeDeliveries(ctx context.Context, where kit.Database, endpoint string, count int) error {
	typed, driver, hex, series := "%s", "sqlite", "printf('%%012x', %s)", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)`
	if where.Engine == database.Postgres {
		driver, hex, series = "pgx", "lpad(to_hex(%s), 12, '0')", `WITH n(i) AS (SELECT generate_series(1, %d)::bigint)`
		typed = "CAST(%s AS UUID)"
	}
	db, err := sql.Open(driver, where.DatabaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	first := time.Now().Add(-48 * time.Hour).UnixMilli()
	moment := fmt.Sprintf(hex, fmt.Sprintf("(%d + i * 60)", first))
	id := func(kind string) string {
		return fmt.Sprintf(typed, "substr("+moment+", 1, 8) || '-' || substr("+moment+", 9, 4) || '-7000-8"+kind+"-' || "+fmt.Sprintf(hex, "i"))
	}
	at := fmt.Sprintf("(%d + i * 60) * 1000", first)
	event, delivery := id("001"), id("002")
	for _, stored := range []struct {
		table string
		row   map[string]string
	}{
		{"webhook_events", map[string]string{
			"id": event, "tenant_id": "(SELECT tenant_id FROM webhook_endpoints WHERE id = '" + endpoint + "')",
			"type": "'custom.invoice.paid'", "body": `'{"data":{"amount":1}}'`, "created_at": at,
		}},
		{"webhook_deliveries", map[string]string{
			"endpoint_id": "'" + endpoint + "'", "id": delivery, "event_id": event, "status": "'succeeded'", "attempts": "1",
			"created_at": at, "finished_at": at,
		}},
		{"webhook_attempts", map[string]string{
			"delivery_id": delivery, "number": "1", "started_at": at, "finished_at": at, "request_headers": "'{}'", "response_status": "200",
			"response_headers": "'{}'", "timing": "'{}'",
		}},
	} {
		table, err := kit.DescribeTable(ctx, where.Engine, db.QueryContext, stored.table)
		if err != nil {
			return err
		}
		statement, err := table.InsertFrom(fmt.Sprintf(series, count), stored.row, "n")
		if err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if where.Engine == database.Postgres {
		_, err = db.ExecContext(ctx, "ANALYZE") // as autovacuum does if the server has it on
	}
	return err
}
