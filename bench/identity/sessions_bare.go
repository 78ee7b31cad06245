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

// bareSession is a session in JSON.
type bareSession struct {
	ID             string        `json:"id" sql:"id"`
	UserID         string        `json:"userId" sql:"user_id"`
	IPAddress      string        `json:"ipAddress" sql:"ip_address"`
	UserAgent      string        `json:"userAgent" sql:"user_agent"`
	LastActivityAt kit.Timestamp `json:"lastActivityAt" sql:"last_activity_at"`
	ExpiresAt      kit.Timestamp `json:"expiresAt" sql:"expires_at"`
	IsCurrent      bool          `json:"isCurrent"`
}

// sessionsQuery is equivalent to the product's, see identity.Service.Sessions: rows are read in full.
const sessionsQuery = `
	SELECT * FROM sessions
	WHERE user_id = $1 AND tenant_id = $2 AND revoked_at IS NULL AND expires_at > $3
	ORDER BY last_activity_at DESC, id DESC`

var sessionRows = kit.NewRowReader[bareSession]()

// readBareSessions reads the sessions of one user.
func readBareSessions(ctx context.Context, pool *sql.DB, settings bareSessionsSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, sessionsQuery, settings.UserID, settings.TenantID, time.Now().UnixMicro())
	sessions, err := sessionRows.Read(rows, err, func(session *bareSession) { session.IsCurrent = session.ID == settings.SessionID })
	return kit.Answer{Success: true, Data: sessions}, err
}
