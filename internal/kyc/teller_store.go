package kyc

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
)

// claimCases claims some due submissions, longest waiting first, until the lease ends.
func claimCases(ctx context.Context, tx *database.Tx, now, until time.Time) ([]*Case, error) {
	// The CTE is materialized because PostgreSQL could otherwise evaluate it more than once and lock more rows than the
	// limit.
	return caseTable.All(tx.Query(ctx, `
		WITH due AS MATERIALIZED (
			SELECT id FROM kyc_cases WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2`+tx.SkipLocked()+`
		)
		UPDATE kyc_cases SET next_attempt_at = $3, attempts = attempts + 1
		WHERE id IN (SELECT id FROM due)
		RETURNING `+caseColumns, database.Micros(now), askedAtOnce, database.Micros(until)))
}

// nextAttempt returns when the next submission is due or the next lease runs out; the zero time means that nothing
// waits.
func nextAttempt(ctx context.Context, from database.Querier) (due time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT MIN(next_attempt_at) FROM kyc_cases WHERE next_attempt_at IS NOT NULL`).Scan(database.Time(&due))
	return due, err
}

// whileClaimed is true as long as nobody has decided on the submission, replaced it or claimed it: each of these
// changes one of the compared columns.
const whileClaimed = ` WHERE id = $1 AND submission_id = $2 AND next_attempt_at = $3`

// recordTold stores that the provider has accepted the submission. It reports false when the claim is lost.
func recordTold(ctx context.Context, tx *database.Tx, c *Case, until time.Time, reference string, now time.Time) (bool, error) {
	touched, err := tx.Exec(ctx, `
		UPDATE kyc_cases SET provider_reference = $4, attempts = 0, next_attempt_at = NULL, updated_at = $5`+whileClaimed,
		c.ID, c.SubmissionID, database.Micros(until), reference, database.Micros(now))
	if err != nil {
		return false, fmt.Errorf("record a provider's reference: %w", err)
	}
	return touched > 0, nil
}

// recordPause schedules the next attempt. It reports false when the claim is lost.
func recordPause(ctx context.Context, tx *database.Tx, c *Case, until, next time.Time, attempts int64) (bool, error) {
	touched, err := tx.Exec(ctx, `UPDATE kyc_cases SET next_attempt_at = $4, attempts = $5`+whileClaimed,
		c.ID, c.SubmissionID, database.Micros(until), database.Micros(next), attempts)
	if err != nil {
		return false, fmt.Errorf("plan the next attempt to ask a provider: %w", err)
	}
	return touched > 0, nil
}
