package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Recipient is where a user reads mail, and of which tenant they are, in whose name it comes.
type Recipient struct {
	Email      string
	IsVerified bool // the user has shown that the address is theirs
	TenantID   uuid.UUID
}

// Recipients finds where users read mail. Who is suspended or unknown is left out. It fails when the database does.
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
