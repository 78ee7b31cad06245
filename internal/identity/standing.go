package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// OnStanding registers listeners for changes to what users may do. They are called for each user whom an administrator
// suspends, reinstates or gives another role, and for each erased user, who counts as suspended for ever, inside the
// transaction that makes the change and with the user's row held. An error of a listener rolls it back. It must be
// called before the service is used.
func (s *Service) OnStanding(listeners ...func(ctx context.Context, tx *database.Tx, user *User) error) {
	s.standing = append(s.standing, listeners...)
}

// tellStanding calls the listeners with what a user may do now. A repeated call changes nothing, but repairs what a
// replica of an earlier version, which has no such listeners, has left behind.
func (s *Service) tellStanding(ctx context.Context, tx *database.Tx, user *User) error {
	for _, listener := range s.standing {
		if err := listener(ctx, tx, user); err != nil {
			return err
		}
	}
	return nil
}

// RoleLeft is the role with which a user may still act: empty, which is below every other, when they are suspended.
func (u *User) RoleLeft() Role {
	if u.Suspended() {
		return ""
	}
	return u.Role
}

// IsLockedOut reports whether a user is suspended or erased. It fails when the database does.
func (s *Service) IsLockedOut(ctx context.Context, from database.Querier, user uuid.UUID) (bool, error) {
	return isLockedOut(ctx, from, user)
}
