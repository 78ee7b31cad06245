package investment

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// agentsOf reads which agents the accounts of a user follow.
func agentsOf(ctx context.Context, from database.Querier, user uuid.UUID) (map[uuid.UUID]Agent, error) {
	rows, err := from.Query(ctx, `SELECT id, trading_agent FROM investment_accounts WHERE user_id = $1`, user)
	agents := map[uuid.UUID]Agent{}
	_, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		var agent Agent
		err = row.Scan(&id, &agent)
		agents[id] = agent
		return id, err
	})
	return agents, err
}
