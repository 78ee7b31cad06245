package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// recipient is a Recipient with its user's id.
type recipient struct {
	Recipient
	user uuid.UUID
}

// readRecipients reads those of the users who are not suspended.
func readRecipients(ctx context.Context, from database.Querier, users []uuid.UUID) ([]recipient, error) {
	var arguments database.Arguments
	list := database.AddAll(&arguments, users)
	rows, err := from.Query(ctx, `
		SELECT id, email, email_verified_at, tenant_id FROM users WHERE id IN `+list+` AND suspended_at IS NULL`, arguments...)
	return database.Collect(rows, err, func(row database.Row) (r recipient, err error) {
		var verifiedAt time.Time
		err = row.Scan(&r.user, &r.Email, database.Time(&verifiedAt), &r.TenantID)
		r.IsVerified = !verifiedAt.IsZero()
		return r, err
	})
}
