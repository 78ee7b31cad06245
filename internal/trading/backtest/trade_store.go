package backtest

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// tradeTable stores the trades of backtests.
var tradeTable = database.NewTable("backtest_trades", func(t *Trade, column database.Define) {
	column("backtest_id", &t.BacktestID)
	column("number", &t.Number)
	column("type", &t.Type)
	column("symbol", &t.Symbol)
	column("side", &t.Side)
	column("quantity", &t.Quantity)
	column("entry_price", &t.EntryPrice)
	column("exit_price", &t.ExitPrice)
	column("fees", &t.Fees)
	column("gross_pnl", &t.GrossPnL)
	column("realized_pnl", &t.RealizedPnL)
	column("exit_reason", &t.ExitReason)
	column("balance_after", &t.BalanceAfter)
	column("opened_at", &t.OpenedAt)
	column("closed_at", &t.ClosedAt)
})

// listTrades reads the trades from a number downwards, newest first. Numbers have no gaps, so that the hundredth page costs
// as much as the first.
func listTrades(ctx context.Context, from database.Querier, id uuid.UUID, newest, limit int) ([]Trade, error) {
	return tradeTable.AllValues(from.Query(ctx, `
		SELECT `+tradeTable.Columns()+` FROM backtest_trades
		WHERE backtest_id = $1 AND number <= $2 ORDER BY number DESC LIMIT $3`, id, newest, limit))
}

// deleteTradesOf deletes trades of a backtest, at most limit of them, and returns how many.
func deleteTradesOf(ctx context.Context, tx *database.Tx, id uuid.UUID, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM backtest_trades WHERE backtest_id = $1 AND number IN (
			SELECT number FROM backtest_trades WHERE backtest_id = $1 ORDER BY number LIMIT $2)`, id, limit)
}

// deleteOldTrades deletes trades of backtests that are over and were requested before a moment, at most limit of them, and
// returns how many.
func deleteOldTrades(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM backtest_trades WHERE (backtest_id, number) IN (
			SELECT t.backtest_id, t.number
			FROM backtests b JOIN backtest_trades t ON t.backtest_id = b.id
			WHERE b.created_at < $1 AND b.status IN ('done', 'failed', 'cancelled')
			LIMIT $2)`, database.Micros(before), limit)
}
