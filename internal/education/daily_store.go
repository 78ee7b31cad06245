package education

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// oldestCountedAttempt returns when the oldest of a user's latest quiz attempts was made, of as many as the limit
// counts, all after a given time; the zero time when there are fewer.
func oldestCountedAttempt(ctx context.Context, tx *database.Tx, user uuid.UUID, after time.Time, most int) (time.Time, error) {
	return countedBack(ctx, tx, `
		SELECT created_at FROM quiz_attempts WHERE user_id = $1 AND created_at > $2
		ORDER BY created_at DESC LIMIT 1 OFFSET $3`, user, after, most)
}

// oldestCountedEnrollment is oldestCountedAttempt for attempts at courses.
func oldestCountedEnrollment(ctx context.Context, tx *database.Tx, user uuid.UUID, after time.Time, most int) (time.Time, error) {
	return countedBack(ctx, tx, `
		SELECT enrolled_at FROM enrollments WHERE user_id = $1 AND enrolled_at > $2
		ORDER BY enrolled_at DESC LIMIT 1 OFFSET $3`, user, after, most)
}

func countedBack(ctx context.Context, tx *database.Tx, query string, user uuid.UUID, after time.Time, most int) (at time.Time, err error) {
	err = tx.QueryRow(ctx, query, user, database.Micros(after), most-1).Scan(database.Time(&at))
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return at, err
}
