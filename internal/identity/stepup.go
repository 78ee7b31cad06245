package identity

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// RequireRecentLogin fails with REAUTHENTICATION_REQUIRED unless the caller's session showed everything that
// the account asks for (the password, and a code while the second factor is on) at most fifteen minutes ago. Whoever came
// in with an API key has not logged in and cannot: that is FORBIDDEN.
func (c Caller) RequireRecentLogin(now time.Time) error {
	if err := c.requireSession(); err != nil {
		return err
	}
	return recentLogin(c.user, c.assurance, c.AuthenticatedAt, now)
}

// recentLogin is the rule. A session that is older than the second factor has shown a password only, however
// recently: whoever holds it may be who the factor is to keep out.
func recentLogin(user *User, assurance int, authenticatedAt, now time.Time) error {
	isOld := now.Sub(authenticatedAt) > recentAuthentication
	if user != nil && user.TwoFactorEnabled() && (isOld || assurance < assuranceSecondFactor) {
		return fault.New(fault.ReauthenticationRequired,
			"show your password and a code of the second factor again with POST /auth/reauthenticate")
	}
	if isOld {
		return fault.New(fault.ReauthenticationRequired, "show your password again with POST /auth/reauthenticate")
	}
	return nil
}

// lockRecent holds the caller's row and asks for a recent log-in by what the database says of the session
// now: what the caller was told of it may be a moment old.
func (s *Service) lockRecent(ctx context.Context, tx *database.Tx, caller Caller) (*User, error) {
	if err := caller.requireSession(); err != nil {
		return nil, err
	}
	user, err := lockUser(ctx, tx, caller.UserID)
	if err != nil {
		return nil, err
	}
	return user, s.checkRecent(ctx, tx, caller, user)
}

// checkRecent asks the caller for a recent log-in by what the database says of the session now.
func (s *Service) checkRecent(ctx context.Context, from database.Querier, caller Caller, user *User) error {
	session, err := readSession(ctx, from, caller.SessionID, "")
	if err != nil {
		return err
	}
	if !session.open(s.now()) {
		return errSessionRevoked
	}
	return recentLogin(user, session.assurance, session.AuthenticatedAt, s.now())
}

// checkRecentWithFactor is checkRecent while the second factor is on: somebody with a stolen session must not get around it by
// what is known or sent elsewhere, such as the password. Without the factor, what is asked for in its place is proof enough.
func (s *Service) checkRecentWithFactor(ctx context.Context, from database.Querier, caller Caller, user *User) error {
	if user.TwoFactorEnabled() {
		return s.checkRecent(ctx, from, caller, user)
	}
	return nil
}

// lockTwoFactorUser is lockRecent for what is a CONFLICT while the second factor is off.
func (s *Service) lockTwoFactorUser(ctx context.Context, tx *database.Tx, caller Caller) (*User, error) {
	user, err := s.lockRecent(ctx, tx, caller)
	if err != nil {
		return nil, err
	}
	if !user.TwoFactorEnabled() {
		return nil, fault.New(fault.Conflict, "the second factor is off")
	}
	return user, nil
}
