package education

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// LessonType is how a lesson teaches.
type LessonType string

// The types.
const (
	Video      LessonType = "video"
	Text       LessonType = "text"
	QuizLesson LessonType = "quiz"
)

// LessonStatus decides who may see a lesson.
type LessonStatus string

// A draft is visible to its authors only, whatever the state of its course.
const (
	LessonDraft     LessonStatus = "draft"
	LessonPublished LessonStatus = "published"
)

// Lesson is one step of a course.
type Lesson struct {
	ID              uuid.UUID
	CourseID        uuid.UUID
	Title           string
	Slug            string
	Position        int // from 1
	Type            LessonType
	Content         string // Markdown; empty unless requested
	DurationMinutes int
	IsPreview       bool // open to everyone
	IsRequired      bool // for completing the course
	Status          LessonStatus
	CreatedAt       time.Time
	UpdatedAt       time.Time

	Quiz Quiz // only where requested
}

func anyPublished(lessons []Lesson) bool {
	return slices.ContainsFunc(lessons, func(l Lesson) bool { return l.Status == LessonPublished })
}

// isPublic reports whether anyone but its authors may know of the lesson.
func (l *Lesson) isPublic(course *Course) bool {
	return l.Status == LessonPublished && course.Status != Draft
}

// counting is how a lesson counts towards the progress of its course.
type counting struct{ isPublished, isRequired bool }

func (l *Lesson) counting() counting {
	isPublished := l.Status == LessonPublished
	return counting{isPublished, isPublished && l.IsRequired}
}

// check fails with VALIDATION_ERROR when a field of the lesson is invalid.
func (l *Lesson) check() error {
	if l.Title == "" {
		return fault.Invalid("title", "must not be empty")
	}
	if !validSlug.MatchString(l.Slug) {
		return fault.Invalid("slug", "must be lower-case letters and digits, with single hyphens between them")
	}
	switch l.Type {
	case Video, Text, QuizLesson:
	default:
		return fault.Invalid("type", "must be video, text or quiz")
	}
	if l.Content == "" {
		return fault.Invalid("content", "must not be empty")
	}
	if l.DurationMinutes < 1 || l.DurationMinutes > 1440 {
		return fault.Invalid("durationMinutes", "must be from 1 to 1440")
	}
	if l.Status != LessonDraft && l.Status != LessonPublished {
		return fault.Invalid("status", "must be draft or published")
	}
	if l.Type != QuizLesson && l.Quiz.isAsked() {
		return fault.Invalid("quiz", "only a lesson of the type quiz has questions")
	}
	return nil
}

// mostLessons is the limit per course: as many as OrderLessons accepts.
const mostLessons = 500

var errTooManyLessons = fault.New(fault.Conflict, "a course has at most %d lessons", mostLessons)

// inOrder reorders and renumbers lessons as wanted. It fails with VALIDATION_ERROR on lessonIds unless each of them is
// named exactly once.
func inOrder(lessons []Lesson, wanted []uuid.UUID) ([]Lesson, error) {
	byID := make(map[uuid.UUID]Lesson, len(lessons))
	for _, lesson := range lessons {
		byID[lesson.ID] = lesson
	}
	ordered := make([]Lesson, 0, len(wanted))
	for _, id := range wanted {
		lesson, known := byID[id]
		if !known {
			return nil, fault.Invalid("lessonIds", "%s is named twice or is not a lesson of this course", id)
		}
		delete(byID, id)
		lesson.Position = len(ordered) + 1
		ordered = append(ordered, lesson)
	}
	if len(byID) > 0 {
		return nil, fault.Invalid("lessonIds", "must name all %d lessons of the course", len(lessons))
	}
	return ordered, nil
}
