package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// lessonTable maps lessons to their table. savePositions writes their positions.
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
	outlineColumns = lessonTable.ColumnsWith("content", "''") // content may be long
)

var errNoLesson = fault.New(fault.NotFound, "there is no such lesson")

// readLesson reads a lesson in any state and its course, as seen by a tenant. It fails with NOT_FOUND.
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

// readContent reads a lesson's content. It fails with NOT_FOUND.
func readContent(ctx context.Context, from database.Querier, id uuid.UUID) (content string, err error) {
	err = from.QueryRow(ctx, `SELECT content FROM lessons WHERE id = $1`, id).Scan(&content)
	return content, database.Missing(err, errNoLesson)
}

// eachPublished passes the published lessons of some courses to take, course by course and in order, each as it
// arrives from the database: all contents together may be too large for memory. It fails as take does.
func eachPublished(ctx context.Context, from database.Querier, courses []uuid.UUID, take func(course uuid.UUID, title, content string) error) error {
	var arguments database.Arguments
	list := database.AddAll(&arguments, courses)
	rows, err := from.Query(ctx, `
		SELECT course_id, title, content FROM lessons WHERE status = 'published' AND course_id IN `+list+`
		ORDER BY course_id, position, id`, arguments...)
	_, err = database.Collect(rows, err, func(row database.Row) (nothing struct{}, err error) {
		var course uuid.UUID
		var title, content string
		if err := row.Scan(&course, &title, &content); err != nil {
			return nothing, err
		}
		return nothing, take(course, title, content)
	})
	return err
}

// outlineOf reads the published lessons of a course in order, without their content.
func outlineOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	return lessonTable.AllValues(from.Query(ctx, `
		SELECT `+outlineColumns+` FROM lessons WHERE course_id = $1 AND status = 'published' ORDER BY position, id`, course))
}

// draftOutlineOf is outlineOf including drafts.
func draftOutlineOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	return lessonTable.AllValues(from.Query(ctx, `SELECT `+outlineColumns+` FROM lessons WHERE course_id = $1 ORDER BY position, id`, course))
}

// insertLessons writes new lessons.
func insertLessons(ctx context.Context, tx *database.Tx, lessons []Lesson) error {
	return lessonTable.Insert(ctx, tx, database.Pointers(lessons)...)
}

// updateLesson writes a lesson whose course is locked.
func updateLesson(ctx context.Context, tx *database.Tx, l *Lesson) error {
	return lessonTable.Update(ctx, tx, l)
}

// savePositions writes the positions of the lessons.
func savePositions(ctx context.Context, tx *database.Tx, lessons []Lesson) error {
	return lessonTable.UpdateAll(ctx, tx, database.Pointers(lessons), "position")
}
