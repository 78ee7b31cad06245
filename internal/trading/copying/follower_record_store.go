package copying

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// allPositionsOf reads every position that an account has ever had, by its id.
func allPositionsOf(ctx context.Context, from database.Querier, account uuid.UUID) (map[uuid.UUID]*trading.Position, error) {
	found, err := trading.PositionTable.All(from.Query(ctx, `
		SELECT `+trading.PositionTable.Columns()+` FROM positions WHERE account_id = $1`, account))
	positions := make(map[uuid.UUID]*trading.Position, len(found))
	for _, position := range found {
		positions[position.ID] = position
	}
	return positions, err
}

// openedAt reads when an account was opened.
func openedAt(ctx context.Context, from database.Querier, account uuid.UUID) (at time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT created_at FROM trading_accounts WHERE id = $1`, account).Scan(database.Time(&at))
	return at, err
}

// tradesSince reads the trades of positions that an account has opened since a moment and closed, in the order of the
// openings.
func tradesSince(ctx context.Context, from database.Querier, account uuid.UUID, since time.Time) ([]trading.Trade, error) {
	return trading.TradeTable.AllValues(from.Query(ctx, `
		SELECT `+trading.TradeTable.Columns()+` FROM trades WHERE account_id = $1 AND opened_at >= $2 ORDER BY opened_at, id`,
		account, database.Micros(since)))
}

// hasPositions reports whether an account has ever had a position.
func hasPositions(ctx context.Context, from database.Querier, account uuid.UUID) (bool, error) {
	var count int
	err := from.QueryRow(ctx, `SELECT COUNT(*) FROM positions WHERE account_id = $1`, account).Scan(&count)
	return count > 0, err
}
