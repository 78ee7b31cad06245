package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// sessionTable maps sessions to their table. revokeSessions writes the reason for which one was ended.
var sessionTable = database.NewTable("sessions", func(s *Session, column database.Define) {
	column("id", &s.ID)
	column("tenant_id", &s.tenantID)
	column("user_id", &s.UserID)
	column("ip_address", &s.IPAddress)
	column("user_agent", &s.UserAgent)
	column("assurance", &s.assurance)
	column("authenticated_at", &s.AuthenticatedAt)
	column("refresh_hash", &s.refreshHash)
	column("refresh_generation", &s.refreshGeneration)
	column("refreshed_at", &s.refreshedAt)
	column("created_at", &s.CreatedAt)
	column("last_activity_at", &s.LastActivityAt)
	column("expires_at", &s.ExpiresAt)
	column("revoked_at", database.Optional(&s.revokedAt))
})

// sessionColumns carry the table's alias s, so that joins can use them too.
var sessionColumns = sessionTable.ColumnsOf("s")

// readSession reads a session; lock is appended to the query. It fails with SESSION_REVOKED when the session does not
// exist, because it ended so long ago that it was deleted.
func readSession(ctx context.Context, from database.Querier, id uuid.UUID, lock string) (Session, error) {
	session, err := sessionTable.ScanValue(from.QueryRow(ctx, `SELECT `+sessionColumns+` FROM sessions s WHERE s.id = $1`+lock, id))
	return session, database.Missing(err, errSessionRevoked)
}

// openSessions reads the caller's open sessions, most recently used first.
func openSessions(ctx context.Context, from database.Querier, caller Caller, now time.Time) ([]Session, error) {
	return sessionTable.AllValues(from.Query(ctx, `
		SELECT `+sessionColumns+`
		FROM sessions s
		WHERE s.user_id = $1 AND s.tenant_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
		ORDER BY s.last_activity_at DESC, s.id DESC`,
		caller.UserID, caller.TenantID, database.Micros(now)))
}

// lockSession reads a session and its user and locks both until the transaction ends. As everywhere, it locks the user
// first, so that no two transactions wait for each other.
func lockSession(ctx context.Context, tx *database.Tx, id uuid.UUID) (*User, *Session, error) {
	user, err := scanUser(tx.QueryRow(ctx, `
		SELECT `+userColumns+` FROM users u
		WHERE u.id = (SELECT user_id FROM sessions WHERE id = $1)`+tx.ForUpdate(), id))
	if fault.Is(err, fault.NotFound) {
		return nil, nil, errSessionRevoked
	}
	if err != nil {
		return nil, nil, err
	}
	session, err := readSession(ctx, tx, id, tx.ForUpdate())
	return user, &session, err
}

// readSessionState reads a session with its user. It fails as readSession does.
func readSessionState(ctx context.Context, from database.Querier, id uuid.UUID) (*sessionState, error) {
	session, user, err := database.ScanBoth(from.QueryRow(ctx, `
		SELECT `+sessionColumns+`, `+userColumns+`
		FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.id = $1`, id), sessionTable, userTable)
	if err != nil {
		return nil, database.Missing(err, errSessionRevoked)
	}
	read := &sessionState{user: user, session: *session}
	read.touchedAt.Store(session.LastActivityAt.Unix())
	return read, nil
}

// ending selects which of a user's open sessions end, as a further condition with its arguments.
type ending func(arguments *database.Arguments) string

func allSessions(*database.Arguments) string { return "" }

func only(session uuid.UUID) ending {
	return func(arguments *database.Arguments) string { return ` AND s.id = ` + arguments.Add(session) }
}

func allBut(session uuid.UUID) ending {
	return func(arguments *database.Arguments) string { return ` AND s.id <> ` + arguments.Add(session) }
}

// beyondNewest selects all but the most recently used sessions.
func beyondNewest(most int) ending {
	return func(arguments *database.Arguments) string {
		return ` AND s.id IN (
			SELECT id FROM sessions WHERE user_id = $3 AND revoked_at IS NULL AND expires_at > $1
			ORDER BY last_activity_at DESC, id DESC LIMIT ` + arguments.Add(most) + ` OFFSET ` + arguments.Add(most) + `)`
	}
}

// revokeSessions ends some of a user's open sessions and notifies all replicas. It returns the ids of the sessions that
// it ended.
func (s *Service) revokeSessions(ctx context.Context, tx *database.Tx, user *User, reason string, which ending) ([]uuid.UUID, error) {
	arguments := database.Arguments{database.Micros(s.now()), reason, user.ID}
	condition := which(&arguments)
	rows, err := tx.Query(ctx, `
		UPDATE sessions AS s SET revoked_at = $1, revoked_reason = $2
		WHERE s.user_id = $3 AND s.revoked_at IS NULL AND s.expires_at > $1`+condition+`
		RETURNING id, ip_address, user_agent, last_activity_at, expires_at`, arguments...)
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
	tx.NotifyIDsAtCommit(sessionTopic, event.SessionIDs...)
	if len(ended) == 0 {
		return event.SessionIDs, nil
	}
	return event.SessionIDs, s.publish(ctx, tx, user.TenantID, sessionRevoked, event)
}

// announceUser notifies all replicas that their state of the user's sessions and API keys is outdated. That includes
// the sessions that a suspension has ended: they are cached as those of a suspended user, who may no longer be one.
func announceUser(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		SELECT id FROM sessions WHERE user_id = $1 AND (revoked_at IS NULL OR revoked_reason = 'suspended')
		UNION ALL
		SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL`, user)
	ids, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
	if err != nil {
		return fmt.Errorf("find the sessions of a user: %w", err)
	}
	tx.NotifyIDsAtCommit(sessionTopic, ids...)
	return nil
}

// resetAssurance records that, of a user's sessions, only the caller's has given the second factor, which has just been
// turned on.
func resetAssurance(ctx context.Context, tx *database.Tx, caller Caller) error {
	_, err := tx.Exec(ctx, `
		UPDATE sessions SET assurance = CASE WHEN id = $2 THEN CAST($3 AS BIGINT) ELSE CAST($4 AS BIGINT) END
		WHERE user_id = $1 AND revoked_at IS NULL`,
		caller.UserID, caller.SessionID, assuranceSecondFactor, assurancePassword)
	return err
}

// writeActivity records that sessions were used.
func writeActivity(ctx context.Context, db *database.DB, ids []string, now time.Time) error {
	arguments := database.Arguments{database.Micros(now)}
	list := database.AddAll(&arguments, ids)
	return db.InTx(ctx, func(tx *database.Tx) error {
		// A session that another transaction holds is being refreshed or ended. It need not wait for that one, and
		// without waiting there is no deadlock.
		_, err := tx.Exec(ctx, `
			UPDATE sessions SET last_activity_at = $1
			WHERE id IN (
				SELECT id FROM sessions
				WHERE last_activity_at < $1 AND id IN `+list+tx.SkipLocked()+`)`, arguments...)
		if err != nil {
			return fmt.Errorf("write the activity of sessions: %w", err)
		}
		return nil
	})
}
