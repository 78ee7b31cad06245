package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// wantRecount notes that it has changed which lessons of a course count, whose row is held, and tells who completes the
// attempts that are finished by it.
func wantRecount(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	tx.Notify(recountTopic, course.String())
	_, err := tx.Exec(ctx, `UPDATE courses SET lesson_changes = lesson_changes + 1 WHERE id = $1`, course)
	return err
}

// courseToRecount reads a course whose attempts are to be looked through, and how often it had changed by then what counts.
// It fails with NOT_FOUND when there is none.
func courseToRecount(ctx context.Context, from database.Querier) (course uuid.UUID, changes int64, err error) {
	err = from.QueryRow(ctx, `
		SELECT id, lesson_changes FROM courses WHERE lesson_changes > lesson_changes_counted ORDER BY id LIMIT 1`).Scan(&course, &changes)
	return course, changes, database.Missing(err, errNoCourse)
}

// saveRecounted notes that the attempts at a course were looked through after so many changes. Later ones are still to be
// looked at, and who was slower than others changes nothing.
func saveRecounted(ctx context.Context, tx *database.Tx, course uuid.UUID, changes int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE courses SET lesson_changes_counted = $2 WHERE id = $1 AND lesson_changes_counted < $2`, course, changes)
	return err
}

// activeEnrollments reads the ids of the active attempts at a course behind one of them, at most so many, in their order.
func activeEnrollments(ctx context.Context, from database.Querier, course, after uuid.UUID, most int) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT id FROM enrollments WHERE course_id = $1 AND status = 'active' AND id > $2 ORDER BY id LIMIT $3`, course, after, most)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// lockEnrollment reads an attempt and holds it until the transaction ends. It fails with NOT_FOUND.
func lockEnrollment(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Enrollment, error) {
	return scanEnrollment(tx.QueryRow(ctx, `SELECT `+enrollmentColumns+` FROM enrollments WHERE id = $1`+tx.ForUpdate(), id))
}
