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

// Courses lists the published courses that the users of a tenant see, the newest first, and how many there are.
func (s *Service) Courses(ctx context.Context, tenant uuid.UUID, filter CourseFilter, page database.Page) ([]*Course, int, error) {
	return listPublished(ctx, s.db, tenant, filter, page)
}

// Featured lists the courses that were chosen for the users of a tenant, in their order: those of its admins
// first, then those of the platform.
func (s *Service) Featured(ctx context.Context, tenant uuid.UUID) ([]*Course, error) {
	return featuredFor(ctx, s.db, tenant)
}

// Course reads a course with its published lessons, which come without their content, as the users of a tenant
// see it. It fails with NOT_FOUND, also for a draft. An archived course is there for those who know it.
func (s *Service) Course(ctx context.Context, tenant, id uuid.UUID) (*Course, error) {
	return s.withOutline(ctx, func() (*Course, error) { return readPublicCourse(ctx, s.db, tenant, id) })
}

// FindCourse is Course for somebody who knows its id or its slug, perhaps without a log-in: their tenant is that whose
// courses they see. Where the platform and the tenant have a slug both, the tenant's course has it; but an archived one comes
// last, unless the caller has access to it. What looks like an id may also be a slug.
func (s *Service) FindCourse(ctx context.Context, who identity.Caller, idOrSlug string) (*Course, error) {
	return s.withOutline(ctx, func() (*Course, error) {
		if id, err := uuid.Parse(idOrSlug); err == nil {
			if course, err := readPublicCourse(ctx, s.db, who.TenantID, id); !fault.Is(err, fault.NotFound) {
				return course, err
			}
		}
		return s.courseOfSlug(ctx, who, idOrSlug)
	})
}

// courseOfSlug reads the course that a slug means for somebody. Lists lead to a course by its slug and show no archived one: only
// who is in it means that. It fails with NOT_FOUND.
func (s *Service) courseOfSlug(ctx context.Context, who identity.Caller, slug string) (*Course, error) {
	courses, err := readPublicSlug(ctx, s.db, who.TenantID, slug)
	if err != nil {
		return nil, err
	}
	if len(courses) == 0 {
		return nil, errNoCourse
	}
	for _, course := range courses { // of the tenant and of the platform: two at most
		if course.Status == Published || len(courses) == 1 {
			return course, nil
		}
		if has, err := hasAccess(ctx, s.db, who.UserID, course.ID, s.now()); err != nil || has {
			return course, err
		}
	}
	return courses[0], nil
}

func (s *Service) withOutline(ctx context.Context, read func() (*Course, error)) (*Course, error) {
	course, err := read()
	if err != nil {
		return nil, err
	}
	course.Lessons, err = outlineOf(ctx, s.db, course.ID)
	return course, err
}

// Lesson reads a lesson with its content, which is for those who are or have been through the course, for
// everybody when it is a preview, and for those who may write it, also of drafts. Only the latter see the answers of
// a quiz. It fails with NOT_FOUND and NOT_ENROLLED.
func (s *Service) Lesson(ctx context.Context, caller identity.Caller, id uuid.UUID) (Lesson, error) {
	lesson, course, err := readLesson(ctx, s.db, caller.TenantID, id)
	if err != nil {
		return Lesson{}, err
	}
	if lesson.Quiz, err = readQuiz(ctx, s.db, id); err != nil || caller.MayAuthor(course.TenantID, identity.RoleAdmin) == nil {
		return lesson, err
	}
	lesson.Quiz = lesson.Quiz.withoutAnswers()
	if !lesson.isPublic(course) {
		return Lesson{}, errNoLesson
	}
	if lesson.IsPreview {
		return lesson, nil
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
