package identity

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Leave holds the caller's row for who erases them, ends all of their sessions and tells other
// systems. It fails with CONFLICT for the last super_admin, without whom nobody could manage the brands.
func (s *Service) Leave(ctx context.Context, tx *database.Tx, caller Caller) (*User, error) {
	user, err := lockUser(ctx, tx, caller.UserID)
	if err != nil {
		return nil, err
	}
	if user.Role == RoleSuperAdmin {
		others, err := lockSuperAdminsBut(ctx, tx, user.ID)
		if err != nil {
			return nil, fmt.Errorf("count the super_admins: %w", err)
		}
		if others == 0 {
			return nil, fault.New(fault.Conflict, "the last super_admin stays: make another one first")
		}
	}
	if _, err := s.revokeSessions(ctx, tx, user, "erased", allSessions); err != nil {
		return nil, err
	}
	if err := announceUser(ctx, tx, user.ID); err != nil {
		return nil, err
	}
	if err := s.publish(ctx, tx, user.TenantID, userErased, erasedEvent{user.ID}); err != nil {
		return nil, err
	}
	return user, s.audit(ctx, tx, user.from(Origin{}), user, "user.erased", nil) // from where is erased as well
}

// HoldEntering holds a user until the transaction ends, so that what is written of them is not written after they have
// left. It fails with ACCOUNT_SUSPENDED when they are locked out, as whoever has left is.
func (s *Service) HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := lockEntering(ctx, tx, user)
	return err
}

// SayGoodbye mails the user that they are erased. Who has never shown to own the address is not written to: it may be
// somebody else's, who could be mailed to by registering and leaving again and again.
func (s *Service) SayGoodbye(ctx context.Context, tx *database.Tx, user *User) error {
	if !user.EmailVerified() {
		return nil
	}
	return s.tellSecurityChange(ctx, tx, user, "account_erased")
}
