package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
)

// TellWebhook notifies a user by mail that a receiver for events of their tenant was set in their name, in case it was
// somebody else.
func (s *Service) TellWebhook(ctx context.Context, tx *database.Tx, id uuid.UUID, receiver string) error {
	user, err := readUser(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "webhook_endpoint_set", brand.Values{"receiver": receiver})
}
