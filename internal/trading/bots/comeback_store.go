package bots

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// haltedBots reads the bots that were halted for lack of prices.
func haltedBots(ctx context.Context, from database.Querier) ([]*Bot, error) {
	return botTable.All(from.Query(ctx, botSelection+` WHERE status = 'error' AND halted_from <> '' ORDER BY id`))
}

// haltedFrom reads the state to which a bot returns when its prices or its edge do; empty when it does not return by
// itself.
func haltedFrom(ctx context.Context, from database.Querier, bot uuid.UUID) (status BotStatus, err error) {
	err = from.QueryRow(ctx, `SELECT halted_from FROM bots WHERE id = $1`, bot).Scan(&status)
	return status, err
}

// setHaltedFrom writes the state to which a bot returns when its prices or its edge do.
func setHaltedFrom(ctx context.Context, tx *database.Tx, bot uuid.UUID, status BotStatus) error {
	_, err := tx.Exec(ctx, `UPDATE bots SET halted_from = $2 WHERE id = $1`, bot, status)
	return err
}
