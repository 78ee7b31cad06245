package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Recipient is where a user reads mail, and in whose name it comes.
type Recipient struct {
	Email      string
	IsVerified bool // the user has shown that the address is theirs
	Brand      string
}

// Recipients finds where users read mail. Who is suspended or unknown is left out. It fails when the database does.
func (s *Service) Recipients(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]Recipient, error) {
	found := make(map[uuid.UUID]Recipient, len(users))
	err := database.InBatches(users, func(batch []uuid.UUID) error {
		some, err := readRecipients(ctx, from, batch)
		for _, r := range some {
			if r.tenant == DefaultTenant { // the installation's own brand has its name in the settings
				r.Brand = s.brands.Default().ProductName
			}
			found[r.user] = r.Recipient
		}
		return err
	})
	return found, err
}
