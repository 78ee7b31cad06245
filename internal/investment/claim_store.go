package investment

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
	"bourse/internal/investment/broker"
)

// lease is how long a claim lasts. It is longer than a check and its recording can take, so it runs out only when the
// process has died.
const lease = 5 * time.Minute

// claim is a connection that this process may ask about until its lease runs out.
type claim struct {
	connection *Connection
	sealed     []byte
	// attempt counts the consecutive tries without an answer, including this one; refusals counts the refused ones.
	attempt  int64
	refusals int64
	// until is the end of the lease. It is also a fence: claiming or erasing the connection changes it, and an
	// outcome that comes in later changes nothing.
	until time.Time
}

// connectionQueue names columns: when a connection is due, whether it waits, and how many tries have failed.
type connectionQueue struct{ at, waiting, attempts string }

// The queues: connections to be checked, and connected accounts to be read.
var (
	checkQueue = connectionQueue{at: `next_check_at`, waiting: `next_check_at IS NOT NULL`, attempts: `attempts`}
	syncQueue  = connectionQueue{at: `next_sync_at`, waiting: `status = 'connected'`, attempts: `sync_attempts`}
)

// claim claims up to limit connections that are due, the longest waiting first, until the lease ends.
func (q connectionQueue) claim(ctx context.Context, tx *database.Tx, due, now time.Time, limit int) ([]claim, error) {
	// The CTE is materialized because PostgreSQL could otherwise evaluate it more than once and lock more rows than
	// the limit.
	until := now.Add(lease)
	rows, err := tx.Query(ctx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM investment_connections
			WHERE `+q.at+` <= $1 AND `+q.waiting+`
			ORDER BY `+q.at+`
			LIMIT $2`+tx.SkipLocked()+`
		)
		UPDATE investment_connections
		SET `+q.at+` = $3, `+q.attempts+` = `+q.attempts+` + 1
		WHERE id IN (SELECT id FROM due)
		RETURNING `+connectionColumns+`, credentials, `+q.attempts+`, sync_refusals`,
		database.Micros(due), limit, database.Micros(until))
	return database.Collect(rows, err, func(row database.Row) (c claim, err error) {
		c.until = until
		c.connection, err = connectionTable.Scan(row, &c.sealed, &c.attempt, &c.refusals)
		return c, err
	})
}

// next returns when the next connection is due or the next lease runs out; the zero time if none is waiting.
func (q connectionQueue) next(ctx context.Context, from database.Querier) (due time.Time, err error) {
	err = from.QueryRow(ctx, `
		SELECT MIN(`+q.at+`) FROM investment_connections WHERE `+q.waiting).Scan(database.Time(&due))
	return due, err
}

const whileClaimed = ` WHERE id = $1 AND next_check_at = $2`

// recordAnswer stores a provider's yes or no; after a no the useless credentials are deleted. It returns false when
// the claim is lost.
func recordAnswer(ctx context.Context, tx *database.Tx, c claim, status ConnectionStatus, outcome broker.Outcome, now time.Time) (bool, error) {
	permissions, err := encodePermissions(outcome.Permissions)
	if err != nil {
		return false, err
	}
	touched, err := tx.Exec(ctx, `
		UPDATE investment_connections
		SET status = $3, permissions = $4, message = $5, attempts = 0, next_check_at = NULL, checked_at = $6, updated_at = $6,
		    credentials = CASE WHEN $7 THEN NULL ELSE credentials END`+whileClaimed,
		c.connection.ID, database.Micros(c.until), status, permissions, outcome.Message, database.Micros(now), status.isRefused())
	if err != nil {
		return false, fmt.Errorf("record a provider's answer: %w", err)
	}
	return touched > 0, nil
}

// recordSilence schedules the next check after a provider did not answer. It returns false when the claim is lost.
func recordSilence(ctx context.Context, tx *database.Tx, c claim, message string, next, now time.Time) (bool, error) {
	touched, err := tx.Exec(ctx, `
		UPDATE investment_connections
		SET status = 'unreachable', message = $3, next_check_at = $4, checked_at = $5, updated_at = $5`+whileClaimed,
		c.connection.ID, database.Micros(c.until), message, database.Micros(next), database.Micros(now))
	if err != nil {
		return false, fmt.Errorf("record a provider's silence: %w", err)
	}
	return touched > 0, nil
}

// recordInterruption gives a claim back, as if it had never been made.
func recordInterruption(ctx context.Context, tx *database.Tx, c claim, now time.Time) (bool, error) {
	touched, err := tx.Exec(ctx, `
		UPDATE investment_connections SET next_check_at = $3, attempts = attempts - 1`+whileClaimed,
		c.connection.ID, database.Micros(c.until), database.Micros(now))
	if err != nil {
		return false, fmt.Errorf("give a claim back: %w", err)
	}
	return touched > 0, nil
}
