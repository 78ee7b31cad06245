package webhook

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func insertBroadcast(ctx context.Context, tx *database.Tx, b broadcast) error {
	_, err := tx.Exec(ctx, `INSERT INTO webhook_broadcasts (id, type, data, created_at) VALUES ($1, $2, $3, $4)`,
		b.id, b.eventType, string(b.data), database.Micros(b.createdAt))
	return err
}

// claimBroadcast locks the oldest event that no other replica has locked. It fails with sql.ErrNoRows when there is none.
func claimBroadcast(ctx context.Context, tx *database.Tx) (broadcast, error) {
	var (
		b    broadcast
		data string
	)
	err := tx.QueryRow(ctx, `
			SELECT id, type, data, created_at, last_tenant FROM webhook_broadcasts ORDER BY id LIMIT 1`+tx.SkipLocked()).
		Scan(&b.id, &b.eventType, &data, database.Time(&b.createdAt), &b.lastTenant)
	b.data = json.RawMessage(data)
	return b, err
}

// advanceBroadcast writes down which tenant got the event last.
func advanceBroadcast(ctx context.Context, tx *database.Tx, id string, tenant uuid.UUID) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_broadcasts SET last_tenant = $2 WHERE id = $1`, id, tenant)
	return err
}

func deleteBroadcast(ctx context.Context, tx *database.Tx, id string) error {
	_, err := tx.Exec(ctx, `DELETE FROM webhook_broadcasts WHERE id = $1`, id)
	return err
}

// nextTenants lists tenants that have an endpoint, in the order of their ids.
func nextTenants(ctx context.Context, tx *database.Tx, after string) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `
		SELECT DISTINCT tenant_id FROM webhook_endpoints WHERE tenant_id > $1 ORDER BY tenant_id LIMIT $2`, after, tenantBatch)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}
