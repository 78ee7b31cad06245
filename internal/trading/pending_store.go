package trading

import (
	"context"
	"time"

	"bourse/internal/database"
)

// ClosingsTopic announces that something is queued to be sold.
const ClosingsTopic = "trading.closings"

// queueClosings queues positions to be sold as soon as there is a price. An entry already in the queue stays as it is.
func queueClosings(ctx context.Context, tx *database.Tx, positions []*Position, reason ExitReason, now time.Time) error {
	if len(positions) == 0 {
		return nil
	}
	row := func(p *Position) []any { return []any{p.ID, p.AccountID, p.Symbol} }
	tx.Notify(ClosingsTopic, "queued")
	return database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT"}, positions, row, func(source string, values []any) error {
		arguments := database.Arguments(values)
		why, at := arguments.Add(string(reason)), arguments.Add(database.Micros(now))
		_, err := tx.Exec(ctx, `
			INSERT INTO pending_closings (position_id, account_id, symbol, exit_reason, created_at)
			SELECT v.column1, v.column2, v.column3, CAST(`+why+` AS TEXT), CAST(`+at+` AS BIGINT) FROM `+source+` WHERE true
			ON CONFLICT (position_id) DO NOTHING`, arguments...)
		return err
	})
}
