package education

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// What one person may do within any 24 hours. A quiz says which answers were right, so whoever may try without an end passes
// every quiz; and each attempt at a quiz or a course is a row that is kept. Nobody who learns comes near either number.
const (
	dailyAttempts    = 100
	dailyEnrollments = 20

	dailyWindow = 24 * time.Hour
)

// checkDailyAttempts fails with RATE_LIMITED when the caller, who is held, has answered as many quizzes as they may.
func (s *Service) checkDailyAttempts(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	now := s.now()
	oldest, err := oldestCountedAttempt(ctx, tx, caller.UserID, now.Add(-dailyWindow), dailyAttempts)
	return tooMany(oldest, err, now, "you have answered %d quizzes within a day; try again later", dailyAttempts)
}

// checkDailyEnrollments fails with RATE_LIMITED when the caller, who is held, has begun as many attempts at courses as they
// may. What was begun by paying counts as well, but no payment is refused for it.
func (s *Service) checkDailyEnrollments(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	now := s.now()
	oldest, err := oldestCountedEnrollment(ctx, tx, caller.UserID, now.Add(-dailyWindow), dailyEnrollments)
	return tooMany(oldest, err, now, "you have enrolled %d times within a day; try again later", dailyEnrollments)
}

// tooMany refuses one more until the oldest of those that count is a day old. There is none where there is room.
func tooMany(oldest time.Time, err error, now time.Time, words string, most int) error {
	if err != nil || oldest.IsZero() {
		return err
	}
	return fault.New(fault.RateLimited, words, most).After(oldest.Add(dailyWindow).Sub(now))
}
