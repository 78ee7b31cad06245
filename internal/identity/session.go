package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Session is one device or browser that a user is logged in on.
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

// What a session has shown.
const (
	assurancePassword     = 1
	assuranceSecondFactor = 2 // and the password
)

// mostSessions is how many open sessions a user has at most: one more ends the one that was not used longest.
const mostSessions = 100

// open reports whether the session can still be used.
func (s *Session) open(now time.Time) bool { return s.revokedAt.IsZero() && now.Before(s.ExpiresAt) }

// expired reports whether the session's time was up before anybody ended it.
func (s *Session) expired(now time.Time) bool {
	return s.revokedAt.IsZero() && !now.Before(s.ExpiresAt)
}

// sessionColumns are listed with the table's alias s, so that a join can use them too.
const sessionColumns = `s.id, s.tenant_id, s.user_id, s.ip_address, s.user_agent, s.assurance, s.authenticated_at,
	s.refresh_hash, s.refresh_generation, s.refreshed_at, s.created_at, s.last_activity_at, s.expires_at, s.revoked_at`

func (s *Session) targets() []any {
	return []any{
		&s.ID, &s.tenantID, &s.UserID, &s.IPAddress, &s.UserAgent, &s.assurance, database.Time(&s.AuthenticatedAt),
		&s.refreshHash, &s.refreshGeneration, database.Time(&s.refreshedAt), database.Time(&s.CreatedAt),
		database.Time(&s.LastActivityAt), database.Time(&s.ExpiresAt), database.Time(&s.revokedAt),
	}
}

// scanSession fails with SESSION_REVOKED when there is no row: the session ended so long ago that it was
// deleted.
func scanSession(row database.Row) (Session, error) {
	var session Session
	err := row.Scan(session.targets()...)
	if errors.Is(err, sql.ErrNoRows) {
		err = errSessionRevoked
	}
	return session, err
}

// Tokens is what a client gets for a session.
type Tokens struct {
	AccessToken  string
	RefreshToken string
	ExpiresIn    time.Duration
	User         *User
}

// openSession starts a session for a user whose row the transaction holds.
func (s *Service) openSession(ctx context.Context, tx *database.Tx, user *User, from Origin, assurance int) (Tokens, error) {
	now := s.now()
	refresh := newRefreshToken(newID())
	session := Session{
		ID: refresh.sessionID, tenantID: user.TenantID, UserID: user.ID,
		IPAddress: from.IPAddress, UserAgent: from.UserAgent, assurance: assurance, AuthenticatedAt: now,
		refreshHash: refresh.hash(), refreshGeneration: refresh.generation, refreshedAt: now,
		CreatedAt: now, LastActivityAt: now, ExpiresAt: now.Add(sessionIdleLifetime),
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO sessions (id, tenant_id, user_id, ip_address, user_agent, assurance, authenticated_at,
			refresh_hash, refresh_generation, refreshed_at, created_at, last_activity_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		session.ID, session.tenantID, session.UserID, session.IPAddress, session.UserAgent, session.assurance,
		database.Micros(session.AuthenticatedAt), session.refreshHash, session.refreshGeneration,
		database.Micros(session.refreshedAt), database.Micros(session.CreatedAt),
		database.Micros(session.LastActivityAt), database.Micros(session.ExpiresAt))
	if err != nil {
		return Tokens{}, fmt.Errorf("insert a session: %w", err)
	}
	// Who logs in on every start of a program and never out would have more sessions with each day.
	_, err = s.revokeSessions(ctx, tx, user, "too_many", ` AND s.id IN (
		SELECT id FROM sessions WHERE user_id = $3 AND revoked_at IS NULL AND expires_at > $1
		ORDER BY last_activity_at DESC, id DESC LIMIT $4 OFFSET $5)`, mostSessions, mostSessions)
	if err != nil {
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
	}, nil
}

// Sessions lists the caller's open sessions, the most recently used first.
func (s *Service) Sessions(ctx context.Context, caller Caller) ([]Session, error) {
	rows, err := s.db.Query(ctx, `
		SELECT `+sessionColumns+`
		FROM sessions s
		WHERE s.user_id = $1 AND s.tenant_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
		ORDER BY s.last_activity_at DESC, s.id DESC`,
		caller.UserID, caller.TenantID, database.Micros(s.now()))
	return database.Collect(rows, err, scanSession)
}

// RevokeSession ends one of the caller's sessions. Another user's session, and one that has ended, is
// NOT_FOUND.
func (s *Service) RevokeSession(ctx context.Context, caller Caller, id uuid.UUID) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		revoked, err := s.revokeSessions(ctx, tx, user, "revoked", ` AND s.id = $4`, id)
		if err != nil {
			return err
		}
		if len(revoked) == 0 {
			return fault.New(fault.NotFound, "there is no such session")
		}
		return s.audit(ctx, tx, caller, caller.TenantID, caller.UserID, "session.revoked", "sessionId", id.String())
	})
}

// LogoutScope says which sessions a log-out ends.
type LogoutScope string

// The scopes of a log-out.
const (
	LogoutLocal  LogoutScope = "local"
	LogoutOthers LogoutScope = "others"
	LogoutGlobal LogoutScope = "global"
)

// Logout ends the caller's session, all others, or all.
func (s *Service) Logout(ctx context.Context, caller Caller, scope LogoutScope) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		condition, args := "", []any(nil)
		switch scope {
		case LogoutLocal:
			condition, args = ` AND s.id = $4`, []any{caller.SessionID}
		case LogoutOthers:
			condition, args = ` AND s.id <> $4`, []any{caller.SessionID}
		case LogoutGlobal:
		default:
			return fault.Invalid("scope", "must be local, others or global")
		}
		if _, err := s.revokeSessions(ctx, tx, user, "logout", condition, args...); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, caller.TenantID, caller.UserID, "user.logged_out", "scope", string(scope))
	})
}

// revokeSessions ends the open sessions of a user that meet the condition, whose parameters begin at $4,
// and tells every replica. It returns the ids of those that it ended.
func (s *Service) revokeSessions(ctx context.Context, tx *database.Tx, user *User, reason, condition string, args ...any) ([]string, error) {
	now := database.Micros(s.now())
	rows, err := tx.Query(ctx, `
		UPDATE sessions AS s SET revoked_at = $1, revoked_reason = $2
		WHERE s.user_id = $3 AND s.revoked_at IS NULL AND s.expires_at > $1`+condition+`
		RETURNING id, ip_address, user_agent, last_activity_at, expires_at`, append([]any{now, reason, user.ID}, args...)...)
	ended, err := database.Collect(rows, err, func(row database.Row) (sessionResource, error) {
		session := sessionResource{UserID: user.ID}
		err := row.Scan(&session.ID, &session.IPAddress, &session.UserAgent,
			database.Time(&session.LastActivityAt.Time), database.Time(&session.ExpiresAt.Time))
		return session, err
	})
	if err != nil {
		return nil, fmt.Errorf("revoke sessions: %w", err)
	}
	event := newSessionEvent(user.ID, ended, reason)
	announceSessions(tx, event.SessionIDs)
	if len(ended) == 0 {
		return event.SessionIDs, nil
	}
	return event.SessionIDs, s.publish(ctx, tx, user.TenantID, sessionRevoked, event)
}

// announceUser tells every replica that what it knows of the user's sessions is outdated.
func announceUser(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	rows, err := tx.Query(ctx, `SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL`, user)
	ids, err := database.Collect(rows, err, scanString)
	if err != nil {
		return fmt.Errorf("find the sessions of a user: %w", err)
	}
	announceSessions(tx, ids)
	return nil
}

// announceSessions keeps each message well under the limit of a notification.
func announceSessions(tx *database.Tx, ids []string) {
	for some := range slices.Chunk(ids, 150) {
		tx.NotifyAtCommit(sessionTopic, strings.Join(some, ","))
	}
}

func scanString(row database.Row) (string, error) {
	var text string
	err := row.Scan(&text)
	return text, err
}
