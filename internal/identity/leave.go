package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Leave holds the caller's row for who erases them, ends all of their sessions and what stands on their rights, and tells other
// systems. It fails with CONFLICT for an administrator: what one did is to be traced to somebody, so another one takes the role
// first, which is noted with who they were.
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
	left.SuspendedAt = s.now() // as whoever has left is from now on
	if err := s.tellStanding(ctx, tx, &left); err != nil {
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

// HoldCaller is HoldEntering for what the platform does in somebody's name after their request is over: it returns them as the
// caller they are now, without a session. It fails with NOT_FOUND for somebody there never was.
func (s *Service) HoldCaller(ctx context.Context, tx *database.Tx, user uuid.UUID) (Caller, error) {
	held, err := lockEntering(ctx, tx, user)
	if err != nil {
		return Caller{}, err
	}
	return held.Caller(), nil
}

// SayGoodbye mails the user that they are erased. Who has never shown to own the address is not written to: it may be
// somebody else's, who could be mailed to by registering and leaving again and again.
func (s *Service) SayGoodbye(ctx context.Context, tx *database.Tx, user *User) error {
	if !user.EmailVerified() {
		return nil
	}
	return s.tellSecurityChange(ctx, tx, user, "account_erased")
}
