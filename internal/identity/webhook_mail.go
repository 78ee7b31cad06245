package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
)

// noticesPerReceiver is how many of a day's notices may name the same host: changes that look harmless must not use up
// the notices that would name another one.
const noticesPerReceiver = 3

// TellWebhook notifies a user by mail that a receiver for events of their tenant was set in their name, in case it was
// somebody else. It sends nothing when the address has had too many such mails, or enough about this receiver.
func (s *Service) TellWebhook(ctx context.Context, tx *database.Tx, id uuid.UUID, receiver string) error {
	user, err := readUser(ctx, tx, id)
	if err != nil {
		return err
	}
	about := s.mailboxAt("notice-webhook-receiver", mailAddress(user)+" "+receiver)
	if notices, _, err := s.countAttempt(ctx, tx, about, 24*time.Hour); err != nil || notices > noticesPerReceiver {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "webhook_endpoint_set", brand.Values{"receiver": receiver})
}
