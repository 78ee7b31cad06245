package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// TradeColumns are what ScanTrade reads.
const TradeColumns = `id, tenant_id, user_id, account_id, position_id, signal_id, bot_id, type, symbol, side, quantity,
	entry_price, exit_price, fees, gross_pnl, realized_pnl, position_pnl, exit_reason, balance_after, opened_at, closed_at`

// ScanTrade reads a trade.
func ScanTrade(row database.Row) (Trade, error) {
	var t Trade
	err := row.Scan(&t.ID, &t.TenantID, database.ID(&t.UserID), &t.AccountID, &t.PositionID, database.ID(&t.SignalID),
		database.ID(&t.BotID), &t.Type, &t.Symbol, &t.Side, &t.Quantity, &t.EntryPrice, &t.ExitPrice, &t.Fees, &t.GrossPnL,
		&t.RealizedPnL, &t.PositionPnL, &t.ExitReason, &t.BalanceAfter, database.Time(&t.OpenedAt), database.Time(&t.ClosedAt))
	return t, err
}

func insertTrades(ctx context.Context, tx *database.Tx, trades []Trade) error {
	return database.InsertRows(ctx, tx, `INSERT INTO trades (`+TradeColumns+`)`, 21, trades, func(t Trade) []any {
		return []any{t.ID, t.TenantID, database.OptionalID(t.UserID), t.AccountID, t.PositionID, database.OptionalID(t.SignalID),
			database.OptionalID(t.BotID), t.Type, t.Symbol, t.Side, t.Quantity, t.EntryPrice, t.ExitPrice, t.Fees, t.GrossPnL,
			t.RealizedPnL, t.PositionPnL, t.ExitReason, t.BalanceAfter, database.Micros(t.OpenedAt), database.Micros(t.ClosedAt)}
	})
}

// span is from one stored time to another, which is not included.
type span struct{ from, to int64 }

// tradesOfUser are a user's closings within a span.
const tradesOfUser = ` FROM trades WHERE user_id = $1 AND closed_at >= $2 AND closed_at < $3`

func countTrades(ctx context.Context, from database.Querier, user uuid.UUID, within span) (total int, err error) {
	err = from.QueryRow(ctx, `SELECT COUNT(*)`+tradesOfUser, user, within.from, within.to).Scan(&total)
	return total, err
}

// listTrades reads a page of a user's closings, the newest first.
func listTrades(ctx context.Context, from database.Querier, user uuid.UUID, within span, page database.Page) ([]Trade, error) {
	rows, err := from.Query(ctx, `SELECT `+TradeColumns+tradesOfUser+` ORDER BY closed_at DESC, id DESC LIMIT $4 OFFSET $5`,
		user, within.from, within.to, page.Limit, page.Offset())
	return database.Collect(rows, err, ScanTrade)
}
