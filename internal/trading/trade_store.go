package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// TradeTable is how trades are kept.
var TradeTable = database.NewTable("trades", func(t *Trade, column database.Define) {
	column("id", &t.ID)
	column("tenant_id", &t.TenantID)
	column("user_id", database.Optional(&t.UserID))
	column("account_id", &t.AccountID)
	column("position_id", &t.PositionID)
	column("signal_id", database.Optional(&t.SignalID))
	column("bot_id", database.Optional(&t.BotID))
	column("type", &t.Type)
	column("symbol", &t.Symbol)
	column("side", &t.Side)
	column("quantity", &t.Quantity)
	column("entry_price", &t.EntryPrice)
	column("exit_price", &t.ExitPrice)
	column("fees", &t.Fees)
	column("gross_pnl", &t.GrossPnL)
	column("realized_pnl", &t.RealizedPnL)
	column("position_pnl", database.Nullable(&t.PositionPnL))
	column("exit_reason", &t.ExitReason)
	column("balance_after", &t.BalanceAfter)
	column("opened_at", &t.OpenedAt)
	column("closed_at", &t.ClosedAt)
})

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
	arguments := database.Arguments{user, within.from, within.to}
	query := `SELECT ` + TradeTable.Columns() + tradesOfUser + ` ORDER BY closed_at DESC, id DESC` + arguments.Page(page)
	return TradeTable.AllValues(from.Query(ctx, query, arguments...))
}
