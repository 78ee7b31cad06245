package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// lessonTable is how lessons are kept. Where they stand is written by savePositions.
var lessonTable = database.NewTable("lessons", func(l *Lesson, column database.Define) {
	column("id", &l.ID)
	column("course_id", database.Fixed(&l.CourseID))
	column("title", &l.Title)
	column("slug", &l.Slug)
	column("position", database.Fixed(&l.Position))
	column("type", &l.Type)
	column("content", &l.Content)
	column("duration_minutes", &l.DurationMinutes)
	column("is_preview", &l.IsPreview)
	column("is_required", &l.IsRequired)
	column("status", &l.Status)
	column("created_at", database.Fixed(&l.CreatedAt))
	column("updated_at", &l.UpdatedAt)
})

var (
	lessonColumns  = lessonTable.Columns()
	outlineColumns = lessonTable.ColumnsWith("content", "''") // what a lesson teaches may be long
)

var errNoLesson = fault.New(fault.NotFound, "there is no such lesson")

// readLesson reads a lesson in any state and its course, as a tenant sees them. It fails with NOT_FOUND.
func readLesson(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (Lesson, *Course, error) {
	lesson, err := lessonTable.ScanValue(from.QueryRow(ctx, `SELECT `+lessonColumns+` FROM lessons WHERE id = $1`, id))
	if err != nil {
		return Lesson{}, nil, database.Missing(err, errNoLesson)
	}
	course, err := readCourse(ctx, from, tenant, lesson.CourseID)
	if fault.Is(err, fault.NotFound) {
		return Lesson{}, nil, errNoLesson
	}
	return lesson, course, err
}

// lessonsOf reads all lessons of a course in their order.
func lessonsOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	return lessonTable.AllValues(from.Query(ctx, `SELECT `+lessonColumns+` FROM lessons WHERE course_id = $1 ORDER BY position, id`, course))
}

// outlineOf reads the published lessons of a course in their order, without what they teach.
func outlineOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	return lessonTable.AllValues(from.Query(ctx, `
		SELECT `+outlineColumns+` FROM lessons WHERE course_id = $1 AND status = 'published' ORDER BY position, id`, course))
}

// draftOutlineOf is outlineOf with the lessons that are drafts.
func draftOutlineOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	return lessonTable.AllValues(from.Query(ctx, `SELECT `+outlineColumns+` FROM lessons WHERE course_id = $1 ORDER BY position, id`, course))
}

// insertLessons writes new lessons.
func insertLessons(ctx context.Context, tx *database.Tx, lessons []Lesson) error {
	return lessonTable.Insert(ctx, tx, database.Pointers(lessons)...)
}

// updateLesson writes a lesson, whose course is held.
func updateLesson(ctx context.Context, tx *database.Tx, l *Lesson) error {
	return lessonTable.Update(ctx, tx, l)
}

// savePositions writes where the lessons stand.
func savePositions(ctx context.Context, tx *database.Tx, lessons []Lesson) error {
	return lessonTable.UpdateAll(ctx, tx, database.Pointers(lessons), "position")
}
