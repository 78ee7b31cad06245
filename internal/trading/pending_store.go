package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// closingsTopic tells that something waits to be sold.
const closingsTopic = "trading.closings"

// pendingClosing is a position that is to be sold as soon as there is a price.
type pendingClosing struct {
	position, account uuid.UUID
	reason            ExitReason
}

// queueClosings keeps what is to be sold as soon as there is a price. What is queued already stays as it is.
func queueClosings(ctx context.Context, tx *database.Tx, positions []*Position, reason ExitReason, now time.Time) error {
	if len(positions) == 0 {
		return nil
	}
	row := func(p *Position) []any { return []any{p.ID, p.AccountID, p.Symbol} }
	tx.Notify(closingsTopic, "queued")
	return database.FromRows(tx, []string{"TEXT", "TEXT", "TEXT"}, positions, row, func(source string, arguments []any) error {
		last := len(arguments)
		_, err := tx.Exec(ctx, `
			INSERT INTO pending_closings (position_id, account_id, symbol, exit_reason, created_at)
			SELECT v.column1, v.column2, v.column3, CAST($`+itoa(last+1)+` AS TEXT), CAST($`+itoa(last+2)+` AS BIGINT) FROM `+source+` WHERE true
			ON CONFLICT (position_id) DO NOTHING`, append(arguments, string(reason), database.Micros(now))...)
		return err
	})
}

// queuedSymbols lists of what something waits to be sold.
func queuedSymbols(ctx context.Context, from database.Querier) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT DISTINCT symbol FROM pending_closings`)
	return database.Collect(rows, err, func(row database.Row) (symbol string, err error) {
		err = row.Scan(&symbol)
		return symbol, err
	})
}

// queuedClosings reads some of what waits to be sold of a symbol, in the order of the positions' ids.
func queuedClosings(ctx context.Context, from database.Querier, symbol string, behind uuid.UUID, limit int) ([]pendingClosing, error) {
	rows, err := from.Query(ctx, `
		SELECT position_id, account_id, exit_reason FROM pending_closings
		WHERE symbol = $1 AND position_id > $2 ORDER BY position_id LIMIT $3`, symbol, behind, limit)
	return database.Collect(rows, err, func(row database.Row) (p pendingClosing, err error) {
		err = row.Scan(&p.position, &p.account, &p.reason)
		return p, err
	})
}

func dropClosings(ctx context.Context, tx *database.Tx, closings []pendingClosing) error {
	row := func(p pendingClosing) []any { return []any{p.position} }
	return database.FromRows(tx, []string{"TEXT"}, closings, row, func(source string, arguments []any) error {
		_, err := tx.Exec(ctx, `DELETE FROM pending_closings WHERE position_id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		return err
	})
}

func setStatus(ctx context.Context, tx *database.Tx, account uuid.UUID, status AccountStatus, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET status = $2, closed_at = $3 WHERE id = $1`, account, status, closedAt(status, now))
	return err
}

func markClosing(ctx context.Context, tx *database.Tx, account uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE trading_accounts SET status = 'suspended', closing_since = $2 WHERE id = $1`, account, database.Micros(now))
	return err
}

// closeEmptied closes those of the accounts that are being closed and have nothing open any more, and returns them.
// They must be held.
func closeEmptied(ctx context.Context, tx *database.Tx, accounts []uuid.UUID, now time.Time) (closed []uuid.UUID, err error) {
	err = database.FromRows(tx, []string{"TEXT"}, accounts, idRow, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `
			UPDATE trading_accounts SET status = 'closed', closed_at = $`+itoa(len(arguments)+1)+`
			WHERE id IN (SELECT v.column1 FROM `+source+`) AND closing_since IS NOT NULL AND status <> 'closed'
				AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.account_id = trading_accounts.id AND p.status = 'open')
			RETURNING id`, append(arguments, database.Micros(now))...)
		found, err := database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
			err = row.Scan(&id)
			return id, err
		})
		closed = append(closed, found...)
		return err
	})
	return closed, err
}
