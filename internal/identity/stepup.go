package identity

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// RequireRecentLogin fails with REAUTHENTICATION_REQUIRED unless the caller's session gave everything that the account
// requires (the password, and a code while the second factor is on) at most fifteen minutes ago. It fails with
// FORBIDDEN when the caller uses an API key, which has not logged in and cannot.
func (c Caller) RequireRecentLogin(now time.Time) error {
	if err := c.requireSession(); err != nil {
		return err
	}
	return recentLogin(c.user, c.assurance, c.AuthenticatedAt, now)
}

// recentLogin implements the rule. A session older than the second factor has proved only a password, however recently:
// its holder may be the one whom the factor is to keep out.
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

// lockRecent locks the caller's row and requires a recent log-in according to the database: the caller's cached state
// may be outdated.
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

// checkRecent requires a recent log-in from the caller according to the database.
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

// checkRecentWithFactor is checkRecent while the second factor is on: a stolen session must not get around the factor
// with something that is known or sent elsewhere, such as the password. Without the factor, whatever the operation asks
// for in its place is proof enough.
func (s *Service) checkRecentWithFactor(ctx context.Context, from database.Querier, caller Caller, user *User) error {
	if user.TwoFactorEnabled() {
		return s.checkRecent(ctx, from, caller, user)
	}
	return nil
}

// lockTwoFactorUser is lockRecent for operations that fail with CONFLICT while the second factor is off.
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
