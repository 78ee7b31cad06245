package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// resetRequestTable maps reset requests to their table.
var resetRequestTable = database.NewTable("reset_requests", func(r *resetRequest, column database.Define) {
	column("id", &r.id)
	column("tenant_id", &r.tenantID)
	column("email", &r.email)
	column("ip_address", &r.from.IPAddress)
	column("user_agent", &r.from.UserAgent)
	column("request_id", &r.from.RequestID)
	column("due_at", &r.dueAt)
	column("expires_at", &r.expiresAt)
})

// nextResetRequest reads the request that has been due longest among those that no transaction holds. It fails with
// NOT_FOUND when there is none.
func nextResetRequest(ctx context.Context, tx *database.Tx, now time.Time) (*resetRequest, error) {
	request, err := resetRequestTable.Scan(tx.QueryRow(ctx, `
		SELECT `+resetRequestTable.Columns()+` FROM reset_requests WHERE due_at <= $1 ORDER BY due_at, id LIMIT 1`+tx.SkipLocked(), database.Micros(now)))
	return request, database.Missing(err, fault.New(fault.NotFound, "nobody has forgotten a password"))
}

// lockRequester locks the user who has the email of a request. It returns nil when nobody has it, even if only since a
// moment ago: a link mailed to a former address would open the account to whoever reads it there.
func lockRequester(ctx context.Context, tx *database.Tx, request *resetRequest) (*User, error) {
	user, err := findUser(ctx, tx, request.tenantID, request.email)
	if err == nil {
		user, err = lockUser(ctx, tx, user.ID)
	}
	if fault.Is(err, fault.NotFound) || err == nil && user.Email != request.email {
		return nil, nil
	}
	return user, err
}

// takeResetRequest removes a request that the transaction handles, and reports whether it still existed. A second
// transaction waits until the first has ended.
func takeResetRequest(ctx context.Context, tx *database.Tx, id uuid.UUID) (isOurs bool, err error) {
	removed, err := tx.Exec(ctx, `DELETE FROM reset_requests WHERE id = $1`, id)
	return removed > 0, err
}

// postponeResetRequest postpones a request.
func postponeResetRequest(ctx context.Context, tx *database.Tx, id uuid.UUID, until time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE reset_requests SET due_at = $2 WHERE id = $1`, id, database.Micros(until))
	return err
}

// dropResetRequests removes a user's unanswered requests.
func dropResetRequests(ctx context.Context, tx *database.Tx, user *User) error {
	_, err := tx.Exec(ctx, `DELETE FROM reset_requests WHERE email = $1 AND tenant_id = $2`, user.Email, user.TenantID)
	return err
}
