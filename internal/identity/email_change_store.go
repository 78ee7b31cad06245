package identity

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

var emailChangeTable = database.NewTable("email_changes", func(c *emailChange, column database.Define) {
	column("id", &c.id)
	column("tenant_id", database.Fixed(&c.tenantID))
	column("user_id", database.Fixed(&c.userID))
	column("session_id", database.Fixed(&c.sessionID))
	column("present_email", database.Fixed(&c.presentEmail))
	column("new_email", database.Fixed(&c.newEmail))
	column("present_hash", database.Fixed(&c.presentHash))
	column("new_hash", database.Fixed(&c.newHash))
	column("cancel_hash", database.Fixed(&c.cancelHash))
	column("present_confirmed_at", database.Optional(&c.presentConfirmedAt))
	column("new_confirmed_at", database.Optional(&c.newConfirmedAt))
	column("state", &c.state)
	column("created_at", database.Fixed(&c.createdAt))
	column("expires_at", database.Fixed(&c.expiresAt))
})

// lockEmailChange finds the change that a link belongs to, locks its user, and only then reads the change: all writers
// of changes hold the user. It fails with TOKEN_INVALID for an unknown link.
func lockEmailChange(ctx context.Context, tx *database.Tx, hash []byte) (*User, *emailChange, error) {
	const byLink = ` FROM email_changes WHERE present_hash = $1 OR new_hash = $1 OR cancel_hash = $1`
	var id uuid.UUID
	if err := tx.QueryRow(ctx, `SELECT user_id`+byLink, hash).Scan(&id); err != nil {
		return nil, nil, database.Missing(err, errBadMailToken)
	}
	user, err := lockUser(ctx, tx, id)
	if err != nil {
		return nil, nil, err
	}
	change, err := emailChangeTable.Scan(tx.QueryRow(ctx, `SELECT `+emailChangeTable.Columns()+byLink, hash))
	return user, change, database.Missing(err, errBadMailToken)
}

// stopEmailChanges invalidates the links of a user's requested changes.
func stopEmailChanges(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := tx.Exec(ctx, `UPDATE email_changes SET state = 'cancelled' WHERE user_id = $1 AND state = 'open'`, user)
	return err
}

// emailTaken reports whether a user of the tenant has the email.
func emailTaken(ctx context.Context, from database.Querier, tenant uuid.UUID, email string) (isTaken bool, err error) {
	err = from.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE tenant_id = $1 AND email = $2)`, tenant, email).Scan(&isTaken)
	return isTaken, err
}

// replaceEmail gives a user whose row is held another email. It fails with ErrUnique when somebody has it, even if
// taken only a moment ago.
func (s *Service) replaceEmail(ctx context.Context, tx *database.Tx, user *User) error {
	user.updatedAt = s.now()
	if err := userTable.Update(ctx, tx, user, "email", "email_verified_at", "updated_at"); err != nil {
		return err
	}
	return announceUser(ctx, tx, user.ID)
}

// emailConflict turns a uniqueness error for an email into the error for the client.
func emailConflict(err error) error {
	if conflict := (*database.UniqueError)(nil); errors.As(err, &conflict) && conflict.Table == userTable.Name() {
		return fault.New(fault.EmailAlreadyRegistered, "this email is registered already").About("newEmail")
	}
	return err
}
