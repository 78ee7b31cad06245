package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// OnStanding makes the service tell listeners of each user who is locked out, let in again or given another role, and of who
// leaves, who is locked out for ever, in the transaction that does it and with the user held. What a listener fails with
// undoes it. It is for whoever wires the service, before it is used.
func (s *Service) OnStanding(listeners ...func(ctx context.Context, tx *database.Tx, user *User) error) {
	s.standing = append(s.standing, listeners...)
}

// tellStanding tells the listeners of a user if what they may do has changed.
func (s *Service) tellStanding(ctx context.Context, tx *database.Tx, before, after *User) error {
	if before.Role == after.Role && before.Suspended() == after.Suspended() {
		return nil
	}
	for _, listener := range s.standing {
		if err := listener(ctx, tx, after); err != nil {
			return err
		}
	}
	return nil
}

// RoleLeft is with which role a user may still do something: an empty one, which is below every other, when they are locked out.
func (u *User) RoleLeft() Role {
	if u.Suspended() {
		return ""
	}
	return u.Role
}

// IsLockedOut tells whether a user is locked out, as whoever has left is. It fails when the database does.
func (s *Service) IsLockedOut(ctx context.Context, from database.Querier, user uuid.UUID) (bool, error) {
	return isLockedOut(ctx, from, user)
}
