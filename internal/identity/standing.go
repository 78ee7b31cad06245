package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// OnStanding makes the service tell listeners of each user whom an administrator locks out, lets in or gives another role, and of
// who leaves, who is locked out for ever, in the transaction that does it and with the user held. What a listener fails with
// undoes it. It is for whoever wires the service, before it is used.
func (s *Service) OnStanding(listeners ...func(ctx context.Context, tx *database.Tx, user *User) error) {
	s.standing = append(s.standing, listeners...)
}

// tellStanding tells the listeners what a user may do now. To hear it again changes nothing, but mends what a replica of an
// earlier version, which has no such listeners, has left behind.
func (s *Service) tellStanding(ctx context.Context, tx *database.Tx, user *User) error {
	for _, listener := range s.standing {
		if err := listener(ctx, tx, user); err != nil {
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
