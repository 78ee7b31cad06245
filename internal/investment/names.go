package investment

import (
	"context"
	"strings"

	"github.com/google/uuid"
)

// AccountNames are the display names of a user's accounts: those of their agents. It fails when the database does.
func (s *Service) AccountNames(ctx context.Context, user uuid.UUID) (map[uuid.UUID]string, error) {
	agents, err := agentsOf(ctx, s.db, user)
	names := make(map[uuid.UUID]string, len(agents))
	for account, agent := range agents {
		names[account] = strings.ToUpper(string(agent[:1])) + string(agent[1:]) + " account"
	}
	return names, err
}
