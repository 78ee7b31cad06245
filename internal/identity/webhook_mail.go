package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
)

// TellWebhook tells a user by mail that events of their tenant are to be sent to a receiver in their name, which they want to
// know if it was somebody else.
func (s *Service) TellWebhook(ctx context.Context, tx *database.Tx, id uuid.UUID, receiver string) error {
	user, err := readUser(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "webhook_endpoint_set", brand.Values{"receiver": receiver})
}
