package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// recipient is one with whose it is and the slug of the tenant.
type recipient struct {
	Recipient
	user   uuid.UUID
	tenant string
}

// readRecipients reads those of the users who are not suspended.
func readRecipients(ctx context.Context, from database.Querier, users []uuid.UUID) ([]recipient, error) {
	var arguments database.Arguments
	list := database.AddAll(&arguments, users)
	rows, err := from.Query(ctx, `
		SELECT u.id, u.email, u.email_verified_at, t.slug, t.name
		FROM users u JOIN tenants t ON t.id = u.tenant_id
		WHERE u.id IN `+list+` AND u.suspended_at IS NULL`, arguments...)
	return database.Collect(rows, err, func(row database.Row) (r recipient, err error) {
		var verifiedAt time.Time
		err = row.Scan(&r.user, &r.Email, database.Time(&verifiedAt), &r.tenant, &r.Brand)
		r.IsVerified = !verifiedAt.IsZero()
		return r, err
	})
}
