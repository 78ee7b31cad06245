package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// allPositionsOf reads every position that an account has ever had, by its id.
func allPositionsOf(ctx context.Context, from database.Querier, account uuid.UUID) (map[uuid.UUID]*Position, error) {
	rows, err := from.Query(ctx, `SELECT `+positionColumns+` FROM positions WHERE account_id = $1`, account)
	found, err := database.Collect(rows, err, scanPosition)
	positions := make(map[uuid.UUID]*Position, len(found))
	for _, position := range found {
		positions[position.ID] = position
	}
	return positions, err
}
