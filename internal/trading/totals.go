package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// TradeGroup adds up the closing fills of accounts that share a symbol and an exit reason.
type TradeGroup struct {
	Symbol     string
	ExitReason ExitReason
	Trades     int
	Wins       int           // with net profit
	Losses     int           // with net loss
	Won        money.Decimal // net, of the wins
	Lost       money.Decimal // net, of the losses; positive
	Fees       money.Decimal
	Best       money.Decimal // the largest net result
	Worst      money.Decimal
}

// TradeTotals adds up what accounts have closed at or after a moment, by symbol and exit reason. The adding
// is done by the database: ten thousand trades come back as a handful of rows.
func (s *Service) TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]TradeGroup, error) {
	if len(accounts) == 0 {
		return []TradeGroup{}, nil
	}
	from := int64(0)
	if !since.IsZero() {
		from = database.Micros(since)
	}
	arguments := make([]any, len(accounts), len(accounts)+1)
	for i, account := range accounts {
		arguments[i] = account
	}
	arguments = append(arguments, from)
	rows, err := s.db.Query(ctx, `
		SELECT symbol, exit_reason, COUNT(*),
			SUM(CASE WHEN realized_pnl > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN realized_pnl < 0 THEN 1 ELSE 0 END),
			SUM(CASE WHEN realized_pnl > 0 THEN realized_pnl ELSE 0 END), SUM(CASE WHEN realized_pnl < 0 THEN -realized_pnl ELSE 0 END),
			SUM(fees), MAX(realized_pnl), MIN(realized_pnl)
		FROM trades
		WHERE account_id IN `+database.Placeholders(1, len(accounts))+` AND closed_at >= $`+itoa(len(arguments))+`
		GROUP BY symbol, exit_reason ORDER BY symbol, exit_reason`, arguments...)
	return database.Collect(rows, err, func(row database.Row) (g TradeGroup, err error) {
		err = row.Scan(&g.Symbol, &g.ExitReason, &g.Trades, &g.Wins, &g.Losses, &g.Won, &g.Lost, &g.Fees, &g.Best, &g.Worst)
		return g, err
	})
}
