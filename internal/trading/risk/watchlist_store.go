package risk

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// watchedTable reads positions (alias p), each with the loss limit of its subscription (alias s).
var watchedTable = database.NewTable("positions", func(w *trading.Watched, column database.Define) {
	column("id", &w.ID)
	column("account_id", &w.AccountID)
	column("symbol", &w.Symbol)
	column("side", &w.Side)
	column("status", &w.Status)
	column("quantity", &w.Quantity)
	column("entry_price", &w.EntryPrice)
	column("stop_loss", &w.StopLoss)
	column("target_price", &w.TargetPrice)
	column("trailing_percent", &w.TrailingPercent)
	column("stop_trails", &w.StopTrails)
	column("liquidation_price", &w.LiquidationPrice)
	column("opened_at", &w.OpenedAt)
	column("subscription_id", database.Computed("s.id", database.Optional(&w.Limit.SubscriptionID)))
	column("allocated_capital", database.Computed("COALESCE(s.allocated_capital, 0)", &w.Limit.Capital))
	column("copy_stop_percent", database.Computed("COALESCE(s.copy_stop_percent, 0)", &w.Limit.Percent))
	column("realized_pnl", database.Computed("COALESCE(s.realized_pnl, 0)", &w.Limit.Realized))
})

// watchedRows reads both in one statement, so that a closing shows in both or in neither.
var watchedRows = `SELECT ` + watchedTable.ColumnsOf("p") + `
	FROM positions p
	LEFT JOIN bot_subscriptions s ON s.id = p.subscription_id AND s.status = 'active' AND s.copy_stop_percent > 0 `

// openToWatch reads a page of the open positions, in the order of their ids.
func openToWatch(ctx context.Context, from database.Querier, after uuid.UUID, limit int) ([]trading.Watched, error) {
	return watchedTable.AllValues(from.Query(ctx, watchedRows+`WHERE p.status = 'open' AND p.id > $1 ORDER BY p.id LIMIT $2`, after, limit))
}

// toWatch reads positions by their ids, whatever their status.
func toWatch(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]trading.Watched, error) {
	var all []trading.Watched
	err := database.FromIDs(from, ids, func(source string, arguments []any) error {
		found, err := watchedTable.AllValues(from.Query(ctx, watchedRows+`WHERE p.id IN (SELECT v.column1 FROM `+source+`)`, arguments...))
		all = append(all, found...)
		return err
	})
	return all, err
}
