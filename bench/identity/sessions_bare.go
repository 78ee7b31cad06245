package identity

import (
	"context"
	"database/sql"
	"time"

	"bourse/bench/kit"
)

type bareSessionsSettings struct {
	kit.Database
	UserID, TenantID, SessionID string
}

// sessionsQuery is the product's, see identity.Service.Sessions.
const sessionsQuery = `
	SELECT s.id, s.tenant_id, s.user_id, s.ip_address, s.user_agent, s.assurance, s.authenticated_at,
		s.refresh_hash, s.refresh_generation, s.refreshed_at, s.created_at, s.last_activity_at, s.expires_at, s.revoked_at
	FROM sessions s
	WHERE s.user_id = $1 AND s.tenant_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
	ORDER BY s.last_activity_at DESC, s.id DESC`

// bareSession is a session on the wire.
type bareSession struct {
	ID             string    `json:"id"`
	UserID         string    `json:"userId"`
	IPAddress      string    `json:"ipAddress"`
	UserAgent      string    `json:"userAgent"`
	LastActivityAt time.Time `json:"lastActivityAt"`
	ExpiresAt      time.Time `json:"expiresAt"`
	IsCurrent      bool      `json:"isCurrent"`
}

// readBareSessions reads the sessions of one user.
func readBareSessions(ctx context.Context, pool *sql.DB, settings bareSessionsSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, sessionsQuery, settings.UserID, settings.TenantID, time.Now().UnixMicro())
	list, err := kit.Collect(rows, err, func(rows *sql.Rows, session *bareSession) error {
		return scanBareSession(rows, session, settings.SessionID)
	})
	return kit.Answer{Success: true, Data: list}, err
}

func scanBareSession(rows *sql.Rows, session *bareSession, current string) error {
	var (
		tenant                                                                     string
		hash                                                                       []byte
		assurance, authenticated, generation, refreshed, created, activity, expiry int64
		revoked                                                                    sql.NullInt64
	)
	err := rows.Scan(&session.ID, &tenant, &session.UserID, &session.IPAddress, &session.UserAgent, &assurance, &authenticated,
		&hash, &generation, &refreshed, &created, &activity, &expiry, &revoked)
	const second = 1_000_000 // in microseconds; the wire has no fractions
	session.LastActivityAt, session.ExpiresAt = time.Unix(activity/second, 0).UTC(), time.Unix(expiry/second, 0).UTC()
	session.IsCurrent = session.ID == current
	return err
}
