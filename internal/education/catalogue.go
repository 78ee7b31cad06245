package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// CourseFilter narrows the list of courses; zero values match everything.
type CourseFilter struct {
	Level  Level
	IsFree *bool
}

// Courses lists the published courses that the users of a tenant see, newest first, with their total number.
func (s *Service) Courses(ctx context.Context, tenant uuid.UUID, filter CourseFilter, page database.Page) ([]*Course, int, error) {
	return listPublished(ctx, s.db, tenant, filter, page)
}

// Featured lists the featured courses for the users of a tenant, in order: first those that its admins chose, then the
// platform's.
func (s *Service) Featured(ctx context.Context, tenant uuid.UUID) ([]*Course, error) {
	return featuredFor(ctx, s.db, tenant)
}

// Course reads a course as the users of a tenant see it, with its published lessons but without their content. It
// fails with NOT_FOUND, also for a draft. An archived course can still be read by id.
func (s *Service) Course(ctx context.Context, tenant, id uuid.UUID) (*Course, error) {
	return s.withOutline(ctx, func() (*Course, error) { return readPublicCourse(ctx, s.db, tenant, id) })
}

// FindCourse is Course by id or slug, for a caller who may not be logged in: their tenant is the one whose courses
// they see. When both the platform and the tenant have a course with the slug, the tenant's wins, but an archived
// course comes last unless the caller has access to it. A value that looks like an id may also be a slug.
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

// courseOfSlug resolves a slug for a caller. Lists link to courses by slug and show no archived ones, so only a user
// with access to an archived course can mean it. It fails with NOT_FOUND.
func (s *Service) courseOfSlug(ctx context.Context, who identity.Caller, slug string) (*Course, error) {
	courses, err := readPublicSlug(ctx, s.db, who.TenantID, slug)
	if err != nil {
		return nil, err
	}
	if len(courses) == 0 {
		return nil, errNoCourse
	}
	for _, course := range courses { // at most two: the tenant's and the platform's
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

// Lesson reads a lesson with its content. It is open to users with an active or completed attempt at the course, to
// everyone when it is a preview, and to its authors, drafts included. Only the authors see the answers of a quiz. It
// fails with NOT_FOUND and NOT_ENROLLED.
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
