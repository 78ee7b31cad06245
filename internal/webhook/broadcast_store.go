package webhook

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

var broadcastTable = database.NewTable("webhook_broadcasts", func(b *broadcast, column database.Define) {
	column("id", &b.id)
	column("type", &b.eventType)
	column("data", database.Text((*[]byte)(&b.data)))
	column("created_at", &b.createdAt)
	column("last_tenant", &b.lastTenant)
})

func insertBroadcast(ctx context.Context, tx *database.Tx, b *broadcast) error {
	return broadcastTable.Insert(ctx, tx, b)
}

// claimBroadcast locks the oldest broadcast that no other replica has locked. It fails with sql.ErrNoRows when there is
// none.
func claimBroadcast(ctx context.Context, tx *database.Tx) (*broadcast, error) {
	return broadcastTable.Scan(tx.QueryRow(ctx, `
		SELECT `+broadcastTable.Columns()+` FROM webhook_broadcasts ORDER BY id LIMIT 1`+tx.SkipLocked()))
}

// advanceBroadcast stores which tenant received the event last.
func advanceBroadcast(ctx context.Context, tx *database.Tx, b *broadcast) error {
	return broadcastTable.Update(ctx, tx, b, "last_tenant")
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
