package kyc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
)

// mailLifetime is how long a mail about a case is worth sending.
const mailLifetime = 7 * 24 * time.Hour

// write queues a mail to the person of a case in the name of their brand, if they have proved that they read it.
func (s *Service) write(ctx context.Context, tx *database.Tx, c *Case, kind brand.Kind, values brand.Values) error {
	if s.people == nil || s.messages == nil || s.brands == nil {
		return nil
	}
	addresses, err := s.people.Addresses(ctx, tx, []uuid.UUID{c.UserID})
	if err != nil || addresses[c.UserID] == "" {
		return err
	}
	of, err := s.brands.Of(ctx, tx, c.TenantID)
	if err != nil {
		return err
	}
	letter, err := of.Compose(kind, values)
	if err != nil {
		return err
	}
	return s.messages.Enqueue(ctx, tx, letter.To(c.TenantID, c.UserID, addresses[c.UserID], s.now().Add(mailLifetime)))
}
