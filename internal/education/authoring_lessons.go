package education

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// AuthoredLesson reads a lesson in any state, with its content and the answers of its quiz. It fails with FORBIDDEN
// below admin, and with NOT_FOUND for a lesson that the caller may not edit.
func (s *Service) AuthoredLesson(ctx context.Context, caller identity.Caller, id uuid.UUID) (Lesson, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return Lesson{}, err
	}
	lesson, course, err := readLesson(ctx, s.db, caller.TenantID, id)
	if err != nil {
		return Lesson{}, err
	}
	if caller.MayAuthor(course.TenantID, identity.RoleAdmin) != nil {
		return Lesson{}, errNoLesson
	}
	lesson.Quiz, err = readQuiz(ctx, s.db, id)
	return lesson, err
}

// NewLesson is the input for a new lesson. An empty slug is derived from the title.
type NewLesson struct {
	Title           string
	Slug            string
	Type            LessonType
	Content         string
	DurationMinutes int
	IsPreview       bool
	IsRequired      bool
	Status          LessonStatus
	Quiz            *NewQuiz // nil for no questions
}

// AddLesson appends a lesson to a course. Users who have completed the course stay completed. It is for the course's
// authors. It fails with NOT_FOUND, FORBIDDEN, VALIDATION_ERROR (title, slug, type, content, durationMinutes, status,
// quiz and what is below it), and CONFLICT when another lesson of the course has the slug, or the course already has
// the maximum number of lessons.
func (s *Service) AddLesson(ctx context.Context, caller identity.Caller, courseID uuid.UUID, given NewLesson) (lesson Lesson, err error) {
	_, err = s.author(ctx, caller, courseID, func(tx *database.Tx, course *Course) (act, error) {
		now := s.now()
		lesson = Lesson{
			ID: database.NewID(), CourseID: courseID, Title: strings.TrimSpace(given.Title), Slug: given.Slug, Position: 1,
			Type: given.Type, Content: given.Content, DurationMinutes: given.DurationMinutes, IsPreview: given.IsPreview,
			IsRequired: given.IsRequired, Status: given.Status, CreatedAt: now, UpdatedAt: now,
		}
		lesson.Slug = cmp.Or(lesson.Slug, slugOf(lesson.Title))
		if err := lesson.ask(given.Quiz); err != nil {
			return act{}, err
		}
		if err := lesson.check(); err != nil {
			return act{}, err
		}
		n := len(course.Lessons)
		if n >= mostLessons {
			return act{}, errTooManyLessons
		}
		if n > 0 {
			lesson.Position = course.Lessons[n-1].Position + 1
		}
		course.Lessons, course.UpdatedAt = append(course.Lessons, lesson), now
		if err := checkSlugs(course.Lessons, &lesson); err != nil {
			return act{}, err
		}
		if err := insertLessons(ctx, tx, []Lesson{lesson}); err != nil {
			return act{}, err
		}
		return lessonAct("created", nil, &lesson), saveQuizzes(ctx, tx, lesson)
	})
	return lesson, err
}

// ask replaces the lesson's quiz; nil leaves it as it is. It fails with VALIDATION_ERROR.
func (l *Lesson) ask(given *NewQuiz) (err error) {
	if given != nil {
		l.Quiz, err = l.Quiz.changed(*given)
	}
	return err
}

// LessonChange is a partial update of a lesson; nil fields stay as they are.
type LessonChange struct {
	Title           *string
	Slug            *string
	Type            *LessonType
	Content         *string
	DurationMinutes *int
	IsPreview       *bool
	IsRequired      *bool
	Status          *LessonStatus
	Quiz            *NewQuiz // replaces the whole quiz
}

func (change LessonChange) apply(l *Lesson) {
	set(&l.Title, change.Title)
	set(&l.Slug, change.Slug)
	set(&l.Type, change.Type)
	set(&l.Content, change.Content)
	set(&l.DurationMinutes, change.DurationMinutes)
	set(&l.IsPreview, change.IsPreview)
	set(&l.IsRequired, change.IsRequired)
	set(&l.Status, change.Status)
	l.Title = strings.TrimSpace(l.Title)
}

// UpdateLesson changes a lesson. It is for the course's authors. It fails as AddLesson does, except for the limit on
// lessons, and with CONFLICT when it would leave a published course without a published lesson.
func (s *Service) UpdateLesson(ctx context.Context, caller identity.Caller, id uuid.UUID, change LessonChange) (lesson Lesson, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return Lesson{}, err
	}
	found, _, err := readLesson(ctx, s.db, caller.TenantID, id)
	if err != nil {
		return Lesson{}, err
	}
	_, err = s.author(ctx, caller, found.CourseID, func(tx *database.Tx, course *Course) (act, error) {
		i := slices.IndexFunc(course.Lessons, func(l Lesson) bool { return l.ID == id })
		if i < 0 {
			return act{}, errNoLesson
		}
		changed := &course.Lessons[i]
		if changed.Content, err = readContent(ctx, tx, id); err != nil {
			return act{}, err
		}
		if changed.Quiz, err = readQuiz(ctx, tx, id); err != nil {
			return act{}, err
		}
		before, counted := changed.fields(), changed.counting()
		change.apply(changed)
		changed.UpdatedAt, course.UpdatedAt = s.now(), s.now()
		if err := changed.ask(change.Quiz); err != nil {
			return act{}, err
		}
		if err := changed.check(); err != nil {
			return act{}, err
		}
		if err := checkSlugs(course.Lessons, changed); err != nil {
			return act{}, err
		}
		if course.Status == Published && !anyPublished(course.Lessons) {
			return act{}, errNothingToLearn
		}
		lesson = *changed
		if err := saveQuizzes(ctx, tx, lesson); err != nil {
			return act{}, err
		}
		if changed.counting() != counted {
			if err := wantRecount(ctx, tx, course.ID); err != nil {
				return act{}, err
			}
		}
		return lessonAct("changed", before, changed), updateLesson(ctx, tx, changed)
	})
	return lesson, err
}

// checkSlugs fails with CONFLICT when another lesson has the given one's slug.
func checkSlugs(lessons []Lesson, given *Lesson) error {
	for _, other := range lessons {
		if other.ID != given.ID && other.Slug == given.Slug {
			return errSlugTaken(given.Slug)
		}
	}
	return nil
}

// OrderLessons reorders all lessons of a course. It is for the course's authors. It fails with NOT_FOUND, FORBIDDEN,
// and with VALIDATION_ERROR on lessonIds unless each lesson of the course is named exactly once.
func (s *Service) OrderLessons(ctx context.Context, caller identity.Caller, courseID uuid.UUID, wanted []uuid.UUID) (*Course, error) {
	return s.author(ctx, caller, courseID, func(tx *database.Tx, course *Course) (act, error) {
		ordered, err := inOrder(course.Lessons, wanted)
		if err != nil {
			return act{}, err
		}
		done := orderAct(course, ordered)
		course.Lessons, course.UpdatedAt = ordered, s.now()
		return done, savePositions(ctx, tx, ordered)
	})
}
