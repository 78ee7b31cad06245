package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func botsOfAccounts(ctx context.Context, tx *database.Tx, accounts []uuid.UUID) ([]*Bot, error) {
	rows, err := tx.Query(ctx, `SELECT `+botColumns+` FROM bots WHERE account_id IN `+
		database.Placeholders(1, len(accounts)), idArguments(accounts)...)
	return database.Collect(rows, err, scanBot)
}

func idArguments(ids []uuid.UUID) []any {
	arguments := make([]any, len(ids))
	for i, id := range ids {
		arguments[i] = id
	}
	return arguments
}

// tradingDays adds up the closings of bots' accounts by UTC day, each account's days in order. The falls are
// those of PerformanceOf to the last bit: both divide the same whole numbers as float64.
func tradingDays(ctx context.Context, tx *database.Tx, accounts []uuid.UUID) (map[uuid.UUID][]tradingDay, error) {
	rows, err := tx.Query(ctx, `
		SELECT account_id, closed_at / 86400000000, MIN(opened_at) / 86400000000, COUNT(*),
			SUM(CASE WHEN realized_pnl > 0 THEN 1 ELSE 0 END),
			SUM(CASE WHEN realized_pnl > 0 THEN realized_pnl ELSE 0 END),
			SUM(CASE WHEN realized_pnl > 0 THEN 0 ELSE -realized_pnl END),
			MAX(CAST(peak - balance AS DOUBLE PRECISION) / CAST(peak AS DOUBLE PRECISION))
		FROM (
			SELECT account_id, opened_at, closed_at, realized_pnl, balance,
				CASE WHEN highest > capital THEN highest ELSE capital END AS peak
			FROM (
				SELECT account_id, opened_at, closed_at, realized_pnl, capital, balance,
					MAX(balance) OVER (PARTITION BY account_id ORDER BY closed_at, id) AS highest
				FROM (
					SELECT t.id, t.account_id, t.opened_at, t.closed_at, t.realized_pnl, b.capital, b.capital +
						CAST(SUM(t.realized_pnl) OVER (PARTITION BY t.account_id ORDER BY t.closed_at, t.id) AS BIGINT) AS balance
					FROM trades t JOIN bots b ON b.account_id = t.account_id
					WHERE t.account_id IN `+database.Placeholders(1, len(accounts))+`
				) balances
			) peaks
		) falls
		GROUP BY account_id, closed_at / 86400000000
		ORDER BY account_id, closed_at / 86400000000`, idArguments(accounts)...)
	days := make(map[uuid.UUID][]tradingDay, len(accounts))
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var account uuid.UUID
		var day tradingDay
		err := row.Scan(&account, &day.day, &day.firstOpening, &day.closings, &day.wins, &day.won, &day.lost, &day.fall)
		day.firstOpening = min(day.firstOpening, day.day)
		days[account] = append(days[account], day)
		return struct{}{}, err
	})
	return days, err
}

func updatePerformance(ctx context.Context, tx *database.Tx, bots []*Bot) error {
	arguments := make([]any, 0, 9*len(bots))
	for _, b := range bots {
		p := b.Performance
		arguments = append(arguments, b.ID, p.TotalReturn, p.WinRate, p.SharpeRatio, p.MaxDrawdown, p.ProfitFactor, p.Expectancy,
			p.ClosedTrades, p.Observations)
	}
	_, err := tx.Exec(ctx, `
		UPDATE bots
		SET total_return = v.column2, win_rate = v.column3, sharpe_ratio = v.column4, max_drawdown = v.column5,
			profit_factor = v.column6, expectancy = v.column7, closed_trades = v.column8, observations = v.column9
		FROM (VALUES `+database.TypedPlaceholders(len(bots), "TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT")+`) v
		WHERE bots.id = v.column1`, arguments...)
	return err
}
