package education

import (
	"context"

	"bourse/internal/identity"
)

// MyCourse is a course with a user's progress in it.
type MyCourse struct {
	Course   *Course
	Progress Progress // without the lessons
}

// MyCourses lists every course that the caller has ever enrolled in with their last attempt at it, newest attempt
// first. It always takes two queries.
func (s *Service) MyCourses(ctx context.Context, caller identity.Caller) ([]MyCourse, error) {
	mine, err := coursesOf(ctx, s.db, caller)
	if err != nil || len(mine) == 0 {
		return mine, err
	}
	tallies, err := talliesOf(ctx, s.db, caller)
	if err != nil {
		return nil, err
	}
	now := s.now()
	for i := range mine {
		enrollment := mine[i].Progress.Enrollment
		mine[i].Progress = newProgress(enrollment, tallies[enrollment.ID], now)
	}
	return mine, nil
}
