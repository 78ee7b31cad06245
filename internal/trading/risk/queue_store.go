package risk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// pendingClosing is a position to be sold as soon as there is a price.
type pendingClosing struct {
	position, account uuid.UUID
	reason            trading.ExitReason
}

// pendingTable reads them.
var pendingTable = database.NewTable("pending_closings", func(p *pendingClosing, column database.Define) {
	column("position_id", &p.position)
	column("account_id", &p.account)
	column("exit_reason", &p.reason)
})

// queuedSymbols lists the symbols of queued closings.
func queuedSymbols(ctx context.Context, from database.Querier) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT DISTINCT symbol FROM pending_closings`)
	return database.Collect(rows, err, database.ScanOne[string])
}

// queuedClosings reads queued closings of a symbol, in the order of the positions' ids.
func queuedClosings(ctx context.Context, from database.Querier, symbol string, behind uuid.UUID, limit int) ([]pendingClosing, error) {
	return pendingTable.AllValues(from.Query(ctx, `
		SELECT `+pendingTable.Columns()+` FROM pending_closings
		WHERE symbol = $1 AND position_id > $2 ORDER BY position_id LIMIT $3`, symbol, behind, limit))
}

func dropClosings(ctx context.Context, tx *database.Tx, closings []pendingClosing) error {
	row := func(p pendingClosing) []any { return []any{p.position} }
	return database.FromRows(tx, []string{"TEXT"}, closings, row, func(source string, arguments []any) error {
		_, err := tx.Exec(ctx, `DELETE FROM pending_closings WHERE position_id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		return err
	})
}

// ToClose counts the positions that wait to be sold. The oldest is one whose market is open, since the others are waiting
// for their market. It fails when the database does.
func (s *Service) ToClose(ctx context.Context) (waiting database.Waiting, err error) {
	rows, err := s.db.Query(ctx, `SELECT symbol, COUNT(*), MIN(created_at) FROM pending_closings GROUP BY symbol`)
	_, err = database.Collect(rows, err, func(row database.Row) (symbol string, err error) {
		var (
			count  int64
			oldest time.Time
		)
		if err := row.Scan(&symbol, &count, database.Time(&oldest)); err != nil {
			return "", err
		}
		waiting.Count += count
		if _, _, err := s.trading.Tradable(symbol); err == nil {
			waiting.Since(oldest)
		}
		return symbol, nil
	})
	return waiting, err
}
