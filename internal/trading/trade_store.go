package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// TradeTable stores trades.
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

// atLevel is the SQL condition for exits that are triggered by a price.
const atLevel = `exit_reason IN ('` + string(ExitStop+`', '`+ExitTrailingStop+`', '`+ExitTarget+`', '`+ExitLiquidation) + `')`

// ClosedAtLevels is how much of some positions has been closed at levels so far. It fails when the database does.
func ClosedAtLevels(ctx context.Context, from database.Reader, positions []uuid.UUID) (closed map[uuid.UUID]money.Decimal, err error) {
	closed = make(map[uuid.UUID]money.Decimal, len(positions))
	err = database.FromIDs(from, positions, func(source string, arguments []any) error {
		rows, err := from.Query(ctx, `
			SELECT position_id, SUM(quantity) FROM trades
			WHERE position_id IN (SELECT v.column1 FROM `+source+`) AND `+atLevel+` GROUP BY position_id`, arguments...)
		_, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
			var sum money.Decimal
			err = row.Scan(&id, &sum)
			closed[id] = sum
			return id, err
		})
		return err
	})
	return closed, err
}

// span is a range of stored times; the end is exclusive.
type span struct{ from, to int64 }

// closings selects those of a user, of an account, or of both, within a span.
type closings struct {
	user    uuid.UUID // required with a symbol
	account uuid.UUID
	symbol  string
	within  span
}

// where selects closings by the index that matches the fewest rows: a user has fewer in an instrument than an account has
// in all.
func (c closings) where() database.Where {
	var where database.Where
	switch {
	case c.symbol != "":
		where.Equal("user_id", c.user)
		where.Equal("symbol", c.symbol)
		if c.account != uuid.Nil {
			where.EqualBeside("account_id", c.account)
		}
	case c.account != uuid.Nil:
		where.Equal("account_id", c.account)
		if c.user != uuid.Nil {
			where.EqualBeside("user_id", c.user)
		}
	default:
		where.Equal("user_id", c.user)
	}
	where.Between("closed_at", c.within.from, c.within.to)
	return where
}

func countTrades(ctx context.Context, from *database.DB, wanted closings) (total int, err error) {
	where := wanted.where()
	return from.CountList(ctx, `SELECT COUNT(*) FROM trades`+where.String(), where.Arguments...)
}

// listTrades reads a page of closings, newest first.
func listTrades(ctx context.Context, from database.Querier, wanted closings, page database.Page) ([]Trade, error) {
	where := wanted.where()
	query := `SELECT ` + TradeTable.Columns() + ` FROM trades` + where.String() + ` ORDER BY closed_at DESC, id DESC` + where.Page(page)
	return TradeTable.AllValues(from.Query(ctx, query, where.Arguments...))
}
