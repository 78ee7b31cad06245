package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// Session is one device or browser on which a user is logged in.
type Session struct {
	ID              uuid.UUID
	UserID          uuid.UUID
	IPAddress       string
	UserAgent       string
	AuthenticatedAt time.Time
	CreatedAt       time.Time
	LastActivityAt  time.Time
	ExpiresAt       time.Time

	tenantID          uuid.UUID
	assurance         int
	refreshHash       []byte
	refreshGeneration int64
	refreshedAt       time.Time
	revokedAt         time.Time
}

// What a session has proved.
const (
	assurancePassword     = 1
	assuranceSecondFactor = 2 // and the password; or a passkey, which is a device plus what its owner knows or is
)

// mostSessions is how many open sessions a user may have: one more ends the least recently used one.
const mostSessions = 100

// open reports whether the session can still be used.
func (s *Session) open(now time.Time) bool { return s.revokedAt.IsZero() && now.Before(s.ExpiresAt) }

// expired reports whether the session expired without having been ended.
func (s *Session) expired(now time.Time) bool {
	return s.revokedAt.IsZero() && !now.Before(s.ExpiresAt)
}

// Tokens is what a client gets for a session.
type Tokens struct {
	AccessToken  string
	RefreshToken string
	ExpiresIn    time.Duration
	// SessionExpiresAt is when the refresh token expires, if it is not used before.
	SessionExpiresAt time.Time
	User             *User
}

// openSession opens a session for a user whose row the transaction holds.
func (s *Service) openSession(ctx context.Context, tx *database.Tx, user *User, from Origin, assurance int) (Tokens, error) {
	now := s.now()
	refresh := newRefreshToken(database.NewID())
	session := Session{
		ID: refresh.sessionID, tenantID: user.TenantID, UserID: user.ID,
		IPAddress: from.IPAddress, UserAgent: from.UserAgent, assurance: assurance, AuthenticatedAt: now,
		refreshHash: refresh.hash(), refreshGeneration: refresh.generation, refreshedAt: now,
		CreatedAt: now, LastActivityAt: now, ExpiresAt: now.Add(sessionIdleLifetime),
	}
	if err := sessionTable.Insert(ctx, tx, &session); err != nil {
		return Tokens{}, fmt.Errorf("insert a session: %w", err)
	}
	// A program that logs in whenever it starts and never logs out would otherwise accumulate sessions without limit.
	if _, err := s.revokeSessions(ctx, tx, user, "too_many", beyondNewest(mostSessions)); err != nil {
		return Tokens{}, err
	}
	if err := s.meetDevice(ctx, tx, user, from); err != nil {
		return Tokens{}, err
	}
	return s.tokensFor(user, &session, refresh)
}

func (s *Service) tokensFor(user *User, session *Session, refresh refreshToken) (Tokens, error) {
	access, err := s.issueAccessToken(user, session)
	if err != nil {
		return Tokens{}, err
	}
	return Tokens{
		AccessToken:  access,
		RefreshToken: refresh.encode(s.ring),
		ExpiresIn:    s.settings.AccessTokenLifetime,
		User:         user,

		SessionExpiresAt: session.ExpiresAt,
	}, nil
}

// Sessions lists the caller's open sessions, most recently used first.
func (s *Service) Sessions(ctx context.Context, caller Caller) ([]Session, error) {
	return openSessions(ctx, s.db, caller, s.now())
}

// RevokeSession ends one of the caller's sessions. It fails with NOT_FOUND when the session is another user's or has
// ended.
func (s *Service) RevokeSession(ctx context.Context, caller Caller, id uuid.UUID) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		revoked, err := s.revokeSessions(ctx, tx, user, "revoked", only(id))
		if err != nil {
			return err
		}
		if len(revoked) == 0 {
			return fault.New(fault.NotFound, "there is no such session")
		}
		return s.audit(ctx, tx, caller, user, "session.revoked", audit.Fields{"sessionId": id.String()})
	})
}

// LogoutScope determines which sessions a log-out ends.
type LogoutScope string

// The scopes of a log-out.
const (
	LogoutLocal  LogoutScope = "local"
	LogoutOthers LogoutScope = "others"
	LogoutGlobal LogoutScope = "global"
)

// Logout ends the caller's session, all others, or all. It fails with ACCOUNT_SUSPENDED when the user has just been
// suspended or erased, which has ended all sessions.
func (s *Service) Logout(ctx context.Context, caller Caller, scope LogoutScope) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockEntering(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		which := ending(allSessions)
		switch scope {
		case LogoutLocal:
			which = only(caller.SessionID)
		case LogoutOthers:
			which = allBut(caller.SessionID)
		case LogoutGlobal:
		default:
			return fault.Invalid("scope", "must be local, others or global")
		}
		ended, err := s.revokeSessions(ctx, tx, user, "logout", which)
		if err != nil {
			return err
		}
		if scope != LogoutLocal && len(ended) > 0 {
			if err := s.tellSecurityChange(ctx, tx, user, "logged_out_everywhere"); err != nil {
				return err
			}
		}
		return s.audit(ctx, tx, caller, user, "user.logged_out", audit.Fields{"scope": string(scope)})
	})
}
