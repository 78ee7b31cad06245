package stream

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/trading"
)

// changesSince reads what concerns the open streams.
func (h *hub) changesSince(ctx context.Context, from time.Time) ([]change, error) {
	scan := func(topic string) func(row database.Row) (change, error) {
		return func(row database.Row) (change, error) {
			c := change{topic: topic}
			err := row.Scan(&c.id, database.Time(&c.at))
			return c, err
		}
	}
	rows, err := h.service.db.Query(ctx, `SELECT id, created_at FROM signals WHERE id > $1`, lowestID(from))
	changes, err := database.Collect(rows, err, scan(trading.SignalsTopic))
	if err != nil {
		return nil, err
	}
	return changes, database.InBatches(h.service.streams.users(), func(batch []uuid.UUID) error {
		arguments := database.Arguments{lowestID(from), database.Micros(from)}
		users := database.AddAll(&arguments, batch)
		rows, err := h.service.db.Query(ctx, `
			SELECT id, opened_at FROM positions WHERE user_id IN `+users+` AND id > $1
			UNION ALL
			SELECT position_id, closed_at FROM trades WHERE user_id IN `+users+` AND closed_at > $2`, arguments...)
		found, err := database.Collect(rows, err, scan(trading.PositionsTopic))
		changes = append(changes, found...)
		return err
	})
}

// lowestID is below every identifier of that time and later.
func lowestID(at time.Time) uuid.UUID {
	id := database.NewIDAt(at)
	clear(id[8:])
	return id
}
