package risk

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// watchedRows reads positions with what the subscriptions may lose that they belong to, in one statement, so that a
// closing is in both of them or in neither.
const watchedRows = `
	SELECT p.id, p.account_id, p.symbol, p.side, p.status, p.quantity, p.entry_price, p.stop_loss, p.target_price,
		p.liquidation_price, p.opened_at, s.id, COALESCE(s.allocated_capital, 0), COALESCE(s.copy_stop_percent, 0),
		COALESCE(s.realized_pnl, 0)
	FROM positions p
	LEFT JOIN bot_subscriptions s ON s.id = p.subscription_id AND s.status = 'active' AND s.copy_stop_percent > 0 `

func scanWatched(row database.Row) (w trading.Watched, err error) {
	err = row.Scan(&w.ID, &w.AccountID, &w.Symbol, &w.Side, &w.Status, &w.Quantity, &w.EntryPrice, &w.StopLoss, &w.TargetPrice,
		&w.LiquidationPrice, database.Time(&w.OpenedAt), database.ID(&w.Limit.SubscriptionID), &w.Limit.Capital, &w.Limit.Percent,
		&w.Limit.Realized)
	return w, err
}

// openToWatch reads a page of the open positions, in the order of their ids.
func openToWatch(ctx context.Context, from database.Querier, after uuid.UUID, limit int) ([]trading.Watched, error) {
	rows, err := from.Query(ctx, watchedRows+`WHERE p.status = 'open' AND p.id > $1 ORDER BY p.id LIMIT $2`, after, limit)
	return database.Collect(rows, err, scanWatched)
}

// toWatch reads positions by their ids, whatever their status.
func toWatch(ctx context.Context, from database.Reader, ids []uuid.UUID) ([]trading.Watched, error) {
	var all []trading.Watched
	err := database.FromRows(from, []string{"TEXT"}, ids, trading.IDRow, func(source string, arguments []any) error {
		rows, err := from.Query(ctx, watchedRows+`WHERE p.id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		found, err := database.Collect(rows, err, scanWatched)
		all = append(all, found...)
		return err
	})
	return all, err
}
