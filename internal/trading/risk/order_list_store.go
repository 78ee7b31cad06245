package risk

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// orderRowTable reads orders (alias o) with their accounts (alias a). The orders wait while an account takes no entries or
// its owner is suspended, and those of a connected account are filled by its exchange.
var orderRowTable = database.NewTable("orders", func(o *orderRow, column database.Define) {
	column("id", &o.ID)
	column("account_id", &o.AccountID)
	column("symbol", &o.Symbol)
	column("side", &o.Side)
	column("type", &o.Type)
	column("limit_price", &o.LimitPrice)
	column("stop_price", &o.StopPrice)
	column("created_at", &o.CreatedAt)
	column("expires_at", database.Optional(&o.ExpiresAt))
	column("is_watched", database.Computed("orders.status = 'working' AND a.kind <> 'connected'", &o.isWatched))
	column("waits", database.Computed("a.status <> 'active' OR a.closing_since IS NOT NULL OR a.owner_locked_at IS NOT NULL", &o.waits))
})

var orderRows = `SELECT ` + orderRowTable.ColumnsOf("o") + ` FROM orders o JOIN trading_accounts a ON a.id = o.account_id `

// workingToWatch reads a page of the working orders, in the order of their ids.
func workingToWatch(ctx context.Context, from database.Querier, after uuid.UUID, limit int) ([]*orderRow, error) {
	return orderRowTable.All(from.Query(ctx, orderRows+`WHERE o.status = 'working' AND o.id > $1 ORDER BY o.id LIMIT $2`, after, limit))
}

// ordersToWatch reads orders by their ids, whatever their status.
func ordersToWatch(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]*orderRow, error) {
	return orderRowTable.AllByID(ctx, from, ids, func(source string) string {
		return orderRows + `WHERE o.id IN (SELECT v.column1 FROM ` + source + `)`
	})
}
