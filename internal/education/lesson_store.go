package education

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// lessonColumns read a lesson from lessons.
const lessonColumns = `id, course_id, title, slug, position, type, content, duration_minutes, is_preview, is_required,
	status, created_at, updated_at`

func scanLesson(row database.Row) (Lesson, error) {
	var l Lesson
	err := row.Scan(&l.ID, &l.CourseID, &l.Title, &l.Slug, &l.Position, &l.Type, &l.Content, &l.DurationMinutes,
		&l.IsPreview, &l.IsRequired, &l.Status, database.Time(&l.CreatedAt), database.Time(&l.UpdatedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return Lesson{}, errNoLesson
	}
	return l, err
}

var errNoLesson = fault.New(fault.NotFound, "there is no such lesson")

// readLesson reads a lesson in any state and its course, as a tenant sees them. It fails with NOT_FOUND.
func readLesson(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (Lesson, *Course, error) {
	lesson, err := scanLesson(from.QueryRow(ctx, `SELECT `+lessonColumns+` FROM lessons WHERE id = $1`, id))
	if err != nil {
		return Lesson{}, nil, err
	}
	course, err := readCourse(ctx, from, tenant, lesson.CourseID)
	if fault.Is(err, fault.NotFound) {
		return Lesson{}, nil, errNoLesson
	}
	return lesson, course, err
}

// lessonsOf reads all lessons of a course in their order.
func lessonsOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	rows, err := from.Query(ctx, `SELECT `+lessonColumns+` FROM lessons WHERE course_id = $1 ORDER BY position, id`, course)
	return database.Collect(rows, err, scanLesson)
}

// outlineOf reads the published lessons of a course in their order, without what they teach.
func outlineOf(ctx context.Context, from database.Querier, course uuid.UUID) ([]Lesson, error) {
	rows, err := from.Query(ctx, `
		SELECT id, course_id, title, slug, position, type, '', duration_minutes, is_preview, is_required,
			status, created_at, updated_at
		FROM lessons WHERE course_id = $1 AND status = 'published' ORDER BY position, id`, course)
	return database.Collect(rows, err, scanLesson)
}

// insertLessons writes new lessons.
func insertLessons(ctx context.Context, tx *database.Tx, lessons []Lesson) error {
	return database.InsertRows(ctx, tx, `INSERT INTO lessons (`+lessonColumns+`)`, 13, lessons, func(l Lesson) []any {
		return []any{
			l.ID, l.CourseID, l.Title, l.Slug, l.Position, l.Type, l.Content, l.DurationMinutes, l.IsPreview, l.IsRequired,
			l.Status, database.Micros(l.CreatedAt), database.Micros(l.UpdatedAt),
		}
	})
}

// updateLesson writes a lesson, whose course is held.
func updateLesson(ctx context.Context, tx *database.Tx, l *Lesson) error {
	_, err := tx.Exec(ctx, `
		UPDATE lessons SET title = $2, slug = $3, type = $4, content = $5, duration_minutes = $6, is_preview = $7,
			is_required = $8, status = $9, updated_at = $10
		WHERE id = $1`,
		l.ID, l.Title, l.Slug, l.Type, l.Content, l.DurationMinutes, l.IsPreview, l.IsRequired, l.Status, database.Micros(l.UpdatedAt))
	return err
}

// savePositions writes where the lessons stand.
func savePositions(ctx context.Context, tx *database.Tx, lessons []Lesson) error {
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, lessons,
		func(l Lesson) []any { return []any{l.ID, l.Position} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE lessons SET position = v.column2 FROM `+source+` WHERE lessons.id = v.column1`, arguments...)
			return err
		})
}
