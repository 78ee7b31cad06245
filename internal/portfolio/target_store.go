package portfolio

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// readTargets reads the targets that the user has set for a portfolio; if there are none, the risk profile decides.
func readTargets(ctx context.Context, from database.Querier, portfolio uuid.UUID) ([]Target, error) {
	rows, err := from.Query(ctx, `SELECT asset, percent FROM portfolio_targets WHERE portfolio_id = $1 ORDER BY asset`, portfolio)
	return database.Collect(rows, err, func(row database.Row) (target Target, err error) {
		err = row.Scan(&target.Asset, &target.Percent)
		return target, err
	})
}

// replaceTargets replaces a portfolio's targets. The caller holds the portfolio's lock.
func replaceTargets(ctx context.Context, tx *database.Tx, portfolio uuid.UUID, targets []Target) error {
	if _, err := tx.Exec(ctx, `DELETE FROM portfolio_targets WHERE portfolio_id = $1`, portfolio); err != nil {
		return err
	}
	return database.InsertRows(ctx, tx, `INSERT INTO portfolio_targets (portfolio_id, asset, percent)`, 3, targets,
		func(target Target) []any { return []any{portfolio, target.Asset, target.Percent} })
}
