package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// positionResult is the total result of a trade's position, null when the trade did not end it. Fills written by an older
// version have no result of their own.
const positionResult = `COALESCE(position_pnl, CASE WHEN type <> 'partial_close' THEN realized_pnl END)`

func readTradeTotals(ctx context.Context, from database.Reader, accounts []uuid.UUID, since time.Time) (groups []TradeGroup, err error) {
	first := int64(0)
	if !since.IsZero() {
		first = database.Micros(since)
	}
	err = database.FromRows(from, []string{"TEXT"}, accounts, func(id uuid.UUID) []any { return []any{id} }, func(source string, values []any) error {
		arguments := database.Arguments(values)
		begun := arguments.Add(first)
		rows, err := from.Query(ctx, `
			SELECT symbol, exit_reason, COUNT(result),
				SUM(CASE WHEN result > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN result < 0 THEN 1 ELSE 0 END),
				SUM(CASE WHEN result > 0 THEN result ELSE 0 END), SUM(CASE WHEN result < 0 THEN -result ELSE 0 END),
				SUM(realized_pnl), SUM(fees), COALESCE(MAX(result), 0), COALESCE(MIN(result), 0)
			FROM (
				SELECT symbol, exit_reason, realized_pnl, fees, `+positionResult+` AS result FROM trades
				WHERE account_id IN (SELECT v.column1 FROM `+source+`) AND closed_at >= `+begun+`
			) closed
			GROUP BY symbol, exit_reason ORDER BY symbol, exit_reason`, arguments...)
		some, err := database.Collect(rows, err, func(row database.Row) (g TradeGroup, err error) {
			err = row.Scan(&g.Symbol, &g.ExitReason, &g.Trades, &g.Wins, &g.Losses, &g.Won, &g.Lost, &g.Realized, &g.Fees, &g.Best, &g.Worst)
			return g, err
		})
		groups = append(groups, some...)
		return err
	})
	return groups, err
}
