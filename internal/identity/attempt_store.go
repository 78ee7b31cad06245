package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"bourse/internal/database"
)

// countAttempt counts an attempt for a subject. It returns how many attempts the current window has, including this
// one, and how long the window lasts. A window begins with its first attempt. One statement does the counting, so a
// burst of parallel attempts cannot exceed the budget.
func (s *Service) countAttempt(ctx context.Context, tx *database.Tx, subject string, window time.Duration) (attempts int, wait time.Duration, err error) {
	now := s.now()
	var ends time.Time
	err = tx.QueryRow(ctx, `
		INSERT INTO failed_attempts (subject, failures, window_ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (subject) DO UPDATE SET
			failures = CASE WHEN failed_attempts.window_ends_at <= $3 THEN 1 ELSE failed_attempts.failures + 1 END,
			window_ends_at = CASE WHEN failed_attempts.window_ends_at <= $3 THEN excluded.window_ends_at
			                 ELSE failed_attempts.window_ends_at END
		RETURNING failures, window_ends_at`,
		subject, database.Micros(now.Add(window)), database.Micros(now)).Scan(&attempts, database.Time(&ends))
	if err != nil {
		return 0, 0, fmt.Errorf("count an attempt: %w", err)
	}
	return attempts, ends.Sub(now), nil
}

// attemptsSpent reports whether the budget of a subject is used up, and for how much longer.
func (s *Service) attemptsSpent(ctx context.Context, from database.Querier, subject string, budget int, lock string) (spent bool, wait time.Duration, err error) {
	now := s.now()
	var (
		failures int
		ends     time.Time
	)
	err = from.QueryRow(ctx, `
		SELECT failures, window_ends_at FROM failed_attempts
		WHERE subject = $1 AND window_ends_at > $2`+lock, subject, database.Micros(now)).Scan(&failures, database.Time(&ends))
	if errors.Is(err, sql.ErrNoRows) {
		return false, 0, nil
	}
	if err != nil {
		return false, 0, fmt.Errorf("read the attempts: %w", err)
	}
	return failures >= budget, ends.Sub(now), nil
}

// forgiveAttempts resets the count after a success.
func forgiveAttempts(ctx context.Context, tx *database.Tx, subject string) error {
	_, err := tx.Exec(ctx, `DELETE FROM failed_attempts WHERE subject = $1`, subject)
	return err
}
