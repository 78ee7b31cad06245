package trading

import (
	"context"

	"bourse/internal/database"
)

const tradeColumns = `id, tenant_id, user_id, account_id, position_id, signal_id, bot_id, type, symbol, side, quantity,
	entry_price, exit_price, fees, gross_pnl, realized_pnl, position_pnl, exit_reason, balance_after, opened_at, closed_at`

func scanTrade(row database.Row) (Trade, error) {
	var t Trade
	err := row.Scan(&t.ID, &t.TenantID, database.ID(&t.UserID), &t.AccountID, &t.PositionID, database.ID(&t.SignalID),
		database.ID(&t.BotID), &t.Type, &t.Symbol, &t.Side, &t.Quantity, &t.EntryPrice, &t.ExitPrice, &t.Fees, &t.GrossPnL,
		&t.RealizedPnL, &t.PositionPnL, &t.ExitReason, &t.BalanceAfter, database.Time(&t.OpenedAt), database.Time(&t.ClosedAt))
	return t, err
}

func insertTrades(ctx context.Context, tx *database.Tx, trades []Trade) error {
	return database.InsertRows(ctx, tx, `INSERT INTO trades (`+tradeColumns+`)`, 21, trades, func(t Trade) []any {
		return []any{t.ID, t.TenantID, database.OptionalID(t.UserID), t.AccountID, t.PositionID, database.OptionalID(t.SignalID),
			database.OptionalID(t.BotID), t.Type, t.Symbol, t.Side, t.Quantity, t.EntryPrice, t.ExitPrice, t.Fees, t.GrossPnL,
			t.RealizedPnL, t.PositionPnL, t.ExitReason, t.BalanceAfter, database.Micros(t.OpenedAt), database.Micros(t.ClosedAt)}
	})
}
