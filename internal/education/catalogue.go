package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// CourseFilter narrows the list of courses; zero values do not.
type CourseFilter struct {
	Level  Level
	IsFree *bool
}

// Courses lists the published courses, the newest first, and how many there are.
func (s *Service) Courses(ctx context.Context, filter CourseFilter, page Page) ([]*Course, int, error) {
	where := conditions{texts: []string{`status = 'published'`}}
	if filter.Level != "" {
		where.add(`difficulty_level = ?`, filter.Level)
	}
	if filter.IsFree != nil {
		where.add(`(price_usd = 0) = ?`, *filter.IsFree)
	}
	return listCourses(ctx, s.db, where, `published_at DESC, id DESC`, page)
}

// Featured lists the courses that an admin has chosen, in their order.
func (s *Service) Featured(ctx context.Context) ([]*Course, error) { return featured(ctx, s.db) }

func featured(ctx context.Context, from database.Querier) ([]*Course, error) {
	rows, err := from.Query(ctx, `
		SELECT `+courseColumns+` FROM courses
		WHERE featured_rank IS NOT NULL AND status = 'published' ORDER BY featured_rank, id`)
	return database.Collect(rows, err, scanCourse)
}

// Course reads a course with its published lessons, which come without their content. It fails with
// NOT_FOUND, also for a draft. An archived course is there for those who know it.
func (s *Service) Course(ctx context.Context, id uuid.UUID) (*Course, error) {
	course, err := readPublicCourse(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	course.Lessons, err = outlineOf(ctx, s.db, id)
	return course, err
}

// Lesson reads a lesson with its content, which is for those who are or have been through the course, for
// everybody when it is a preview, and for admins, also of drafts. It fails with NOT_FOUND and NOT_ENROLLED.
func (s *Service) Lesson(ctx context.Context, caller identity.Caller, id uuid.UUID) (Lesson, error) {
	if caller.Role.AtLeast(identity.RoleAdmin) {
		return readLesson(ctx, s.db, id)
	}
	lesson, _, err := readPublicLesson(ctx, s.db, id)
	if err != nil || lesson.IsPreview {
		return lesson, err
	}
	enrollment, err := newestEnrollment(ctx, s.db, "", caller, lesson.CourseID)
	if fault.Is(err, fault.NotFound) || err == nil && !enrollment.opensContent(s.now()) {
		return Lesson{}, errNotEnrolled
	}
	if err != nil {
		return Lesson{}, err
	}
	return lesson, nil
}

var errNotEnrolled = fault.New(fault.NotEnrolled, "you are not enrolled in this course")
