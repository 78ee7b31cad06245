package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Leave locks the caller's row for the erasure, ends all of their sessions and whatever depends on their rights, and
// publishes the event. It fails with CONFLICT for an administrator, whose actions must remain traceable: another
// administrator takes the role away first, and the audit log then records who they were.
func (s *Service) Leave(ctx context.Context, tx *database.Tx, caller Caller) (*User, error) {
	user, err := lockUser(ctx, tx, caller.UserID)
	if err != nil {
		return nil, err
	}
	if user.Role.AtLeast(RoleAdmin) {
		return nil, fault.New(fault.Conflict, "you are %s: another administrator has to take the role from you first", user.Role)
	}
	if _, err := s.revokeSessions(ctx, tx, user, "erased", allSessions); err != nil {
		return nil, err
	}
	left := *user
	left.SuspendedAt = s.now() // an erased user counts as suspended
	if err := s.tellStanding(ctx, tx, &left); err != nil {
		return nil, err
	}
	if err := announceUser(ctx, tx, user.ID); err != nil {
		return nil, err
	}
	if err := s.publish(ctx, tx, user.TenantID, userErased, erasedEvent{user.ID}); err != nil {
		return nil, err
	}
	return user, s.audit(ctx, tx, user.from(Origin{}), user, "user.erased", nil) // the origin is erased as well
}

// HoldEntering locks a user until the transaction ends, so that nothing is stored about them after their erasure. It
// fails with ACCOUNT_SUSPENDED when they are suspended or erased.
func (s *Service) HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := lockEntering(ctx, tx, user)
	return err
}

// HoldCaller is HoldEntering for what the platform does on a user's behalf after their request has ended: it returns
// them as a caller with their current rights and without a session. It fails with NOT_FOUND for a user who never
// existed.
func (s *Service) HoldCaller(ctx context.Context, tx *database.Tx, user uuid.UUID) (Caller, error) {
	held, err := lockEntering(ctx, tx, user)
	if err != nil {
		return Caller{}, err
	}
	return held.Caller(), nil
}

// SayGoodbye mails the user that they have been erased. It does not write to an unverified address: that may be
// somebody else's, whom registering and leaving repeatedly would flood.
func (s *Service) SayGoodbye(ctx context.Context, tx *database.Tx, user *User) error {
	if !user.EmailVerified() {
		return nil
	}
	return s.tellSecurityChange(ctx, tx, user, "account_erased")
}
