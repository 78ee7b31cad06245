package identity

import (
	"cmp"
	"context"
	"time"

	"bourse/internal/database"
)

// oldRows describes the rows of a table that are older than a time, which is $1 in the condition.
type oldRows struct {
	table, key, condition string
	before                time.Time
}

// rowsToRemove returns what the cleanup removes.
func (s *Service) rowsToRemove(now time.Time) []oldRows {
	ended := now.Add(-cmp.Or(s.settings.EndedSessionsKept, endedSessionsKept))
	return []oldRows{
		{"signing_keys", "id", "state = 'previous' AND retired_at <= $1", s.keys.retiredBefore()},
		{"login_challenges", "id", "expires_at < $1", now},
		{"passkey_ceremonies", "id", "expires_at < $1", now},
		{"mail_tokens", "token_hash", "expires_at < $1", now},
		{"email_changes", "id", "expires_at < $1", now},
		{"known_devices", "id", "last_seen_at < $1", now.Add(-devicesKept)},
		{"phone_codes", "user_id", "expires_at < $1", now.Add(-time.Hour)},
		{"failed_attempts", "subject", "window_ends_at < $1", now},
		{"sessions", "id", "expires_at < $1", ended},
		{"api_keys", "id", "COALESCE(revoked_at, expires_at) < $1", ended},
		{"audit_log", "id", "created_at < $1", now.Add(-cmp.Or(s.settings.AuditKept, auditKept))},
	}
}

// removeSome deletes a batch of the rows and returns how many.
func (o oldRows) removeSome(ctx context.Context, tx *database.Tx) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM `+o.table+` WHERE `+o.key+` IN (
			SELECT `+o.key+` FROM `+o.table+` WHERE `+o.condition+` LIMIT $2`+tx.SkipLocked()+`)`,
		database.Micros(o.before), cleanupBatch)
}
