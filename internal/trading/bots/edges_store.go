package bots

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// pausedByThemselves finds the bots whose pause ends by itself.
func pausedByThemselves(ctx context.Context, from database.Querier) (map[uuid.UUID]bool, error) {
	rows, err := from.Query(ctx, `SELECT id FROM bots WHERE status = 'paused' AND halted_from <> ''`)
	ids, err := database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
	paused := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		paused[id] = true
	}
	return paused, err
}
