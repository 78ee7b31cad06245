package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Recipient is where a user reads mail, and the tenant in whose name it is sent.
type Recipient struct {
	Email      string
	IsVerified bool // the user has proved to own the address
	TenantID   uuid.UUID
}

// Recipients returns where users read mail. It omits suspended and unknown users. It fails when the database does.
func (s *Service) Recipients(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]Recipient, error) {
	found := make(map[uuid.UUID]Recipient, len(users))
	err := database.InBatches(users, func(batch []uuid.UUID) error {
		some, err := readRecipients(ctx, from, batch)
		for _, r := range some {
			found[r.user] = r.Recipient
		}
		return err
	})
	return found, err
}
