package education

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// Limits on what one user may do within any 24 hours. A quiz reveals which answers were right, so unlimited tries
// would pass every quiz; and each attempt at a quiz or a course is a row that is kept. No genuine learner comes near
// either limit.
const (
	dailyAttempts    = 100
	dailyEnrollments = 20

	dailyWindow = 24 * time.Hour
)

// checkDailyAttempts fails with RATE_LIMITED when the caller, who is locked, has reached the limit on quiz attempts.
func (s *Service) checkDailyAttempts(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	now := s.now()
	oldest, err := oldestCountedAttempt(ctx, tx, caller.UserID, now.Add(-dailyWindow), dailyAttempts)
	return tooMany(oldest, err, now, "you have answered %d quizzes within a day; try again later", dailyAttempts)
}

// checkDailyEnrollments fails with RATE_LIMITED when the caller, who is locked, has reached the limit on attempts at
// courses. Attempts begun by paying count too, but a payment is never refused for it.
func (s *Service) checkDailyEnrollments(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	now := s.now()
	oldest, err := oldestCountedEnrollment(ctx, tx, caller.UserID, now.Add(-dailyWindow), dailyEnrollments)
	return tooMany(oldest, err, now, "you have enrolled %d times within a day; try again later", dailyEnrollments)
}

// tooMany refuses another one until the oldest counted one is a day old. Below the limit there is no oldest one.
func tooMany(oldest time.Time, err error, now time.Time, words string, most int) error {
	if err != nil || oldest.IsZero() {
		return err
	}
	return fault.New(fault.RateLimited, words, most).After(oldest.Add(dailyWindow).Sub(now))
}
