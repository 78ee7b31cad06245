package notify

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// queuedMessage is a message with its content sealed.
type queuedMessage struct {
	Message
	sealed []byte
}

func insertMessages(ctx context.Context, tx *database.Tx, queued []queuedMessage, now time.Time) error {
	const insert = `INSERT INTO messages (id, channel, kind, tenant_id, user_id, recipient, content, next_attempt_at, created_at, expires_at)`
	created := database.Micros(now)
	return database.InsertRows(ctx, tx, insert, 10, queued, func(m queuedMessage) []any {
		return []any{m.ID, string(m.Channel), m.Kind, m.TenantID, database.OptionalID(m.UserID), m.Recipient, m.sealed, created, created, database.Micros(m.ExpiresAt)}
	})
}

// attribute records the user of messages to a recipient that were stored without one.
func attribute(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID, recipient string) error {
	_, err := tx.Exec(ctx, `UPDATE messages SET user_id = $1 WHERE recipient = $2 AND tenant_id = $3 AND user_id IS NULL`, user, recipient, tenant)
	return err
}

// claim is a message that this process may send until its lease expires.
type claim struct {
	message Message // without its content
	sealed  []byte
	// attempt counts the tries, including this one. It also serves as a fence: once another process has claimed the
	// message the count has advanced, and a late failure recorded under the old number changes nothing.
	attempt int64
}

// claimDue claims up to limit due messages of the channel, longest waiting first, until the lease ends. An expired
// message is claimed as well, to be given up, but that does not count as a try.
func claimDue(ctx context.Context, tx *database.Tx, channel Channel, due, now time.Time, limit int) ([]claim, error) {
	// The CTE is materialized because PostgreSQL could otherwise evaluate it more than once and lock
	// more rows than the limit.
	rows, err := tx.Query(ctx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM messages
			WHERE channel = $1 AND next_attempt_at <= $2 AND sent_at IS NULL AND failed_at IS NULL
			ORDER BY next_attempt_at, id
			LIMIT $3`+tx.SkipLocked()+`
		)
		UPDATE messages
		SET next_attempt_at = $4, attempts = attempts + CASE WHEN expires_at > $5 THEN 1 ELSE 0 END
		WHERE id IN (SELECT id FROM due)
		RETURNING id, channel, kind, tenant_id, user_id, recipient, content, attempts, expires_at`,
		string(channel), database.Micros(due), limit,
		database.Micros(now.Add(lease)), database.Micros(now))
	return database.Collect(rows, err, scanClaim)
}

func scanClaim(row database.Row) (claim, error) {
	var (
		c            claim
		tenant, user uuid.NullUUID // null in messages from older versions
	)
	err := row.Scan(&c.message.ID, &c.message.Channel, &c.message.Kind, &tenant, &user, &c.message.Recipient,
		&c.sealed, &c.attempt, database.Time(&c.message.ExpiresAt))
	c.message.TenantID, c.message.UserID = tenant.UUID, user.UUID
	return c, err
}

// nextDue returns when the next message of the channel is due or the next lease expires; the zero time means that
// nothing is waiting.
func nextDue(ctx context.Context, q database.Querier, channel Channel) (time.Time, error) {
	var due time.Time
	err := q.QueryRow(ctx, `
		SELECT MIN(next_attempt_at) FROM messages
		WHERE channel = $1 AND sent_at IS NULL AND failed_at IS NULL`, string(channel)).Scan(database.Time(&due))
	return due, err
}

// recordSent marks the message as sent, whoever holds its lease by now: a message that has reached its recipient must
// not go out again.
func recordSent(ctx context.Context, tx *database.Tx, c claim, now time.Time) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE messages SET sent_at = $2, failed_at = NULL, content = NULL, last_error = NULL
		WHERE id = $1 AND sent_at IS NULL`,
		c.message.ID, database.Micros(now))
}

// recordRetry schedules the next try. It touches no row when another process has claimed the message since.
func recordRetry(ctx context.Context, tx *database.Tx, c claim, next time.Time, reason string) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE messages SET next_attempt_at = $3, last_error = $4
		WHERE id = $1 AND attempts = $2 AND sent_at IS NULL AND failed_at IS NULL`,
		c.message.ID, c.attempt, database.Micros(next), reason)
}

// recordGivenUp marks the message as failed. It touches no row when another process has claimed the message since.
func recordGivenUp(ctx context.Context, tx *database.Tx, c claim, now time.Time, reason string) (int64, error) {
	return tx.Exec(ctx, `
		UPDATE messages SET failed_at = $3, content = NULL, last_error = $4
		WHERE id = $1 AND attempts = $2 AND sent_at IS NULL AND failed_at IS NULL`,
		c.message.ID, c.attempt, database.Micros(now), reason)
}

// deleteFinished removes up to limit finished messages that were created before the given time.
func deleteFinished(ctx context.Context, tx *database.Tx, before time.Time, limit int64) (int64, error) {
	return tx.Exec(ctx, `
		WITH finished AS MATERIALIZED (
			SELECT id FROM messages
			WHERE created_at < $1 AND (sent_at IS NOT NULL OR failed_at IS NOT NULL)
			ORDER BY created_at
			LIMIT $2`+tx.SkipLocked()+`
		)
		DELETE FROM messages WHERE id IN (SELECT id FROM finished)`,
		database.Micros(before), limit)
}
