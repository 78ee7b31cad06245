package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// wantRecount records that the set of lessons that count has changed in a course, whose row is locked, and wakes the
// recounter.
func wantRecount(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	tx.Notify(recountTopic, course.String())
	_, err := tx.Exec(ctx, `UPDATE courses SET lesson_changes = lesson_changes + 1 WHERE id = $1`, course)
	return err
}

// courseToRecount reads a course whose attempts need checking, and its number of changes so far. It fails with
// NOT_FOUND when there is none.
func courseToRecount(ctx context.Context, from database.Querier) (course uuid.UUID, changes int64, err error) {
	err = from.QueryRow(ctx, `
		SELECT id, lesson_changes FROM courses WHERE lesson_changes > lesson_changes_counted ORDER BY id LIMIT 1`).Scan(&course, &changes)
	return course, changes, database.Missing(err, errNoCourse)
}

// saveRecounted records that the attempts at a course were checked up to a number of changes. Later changes remain to
// be checked, and a slower recounter overwrites nothing.
func saveRecounted(ctx context.Context, tx *database.Tx, course uuid.UUID, changes int64) error {
	_, err := tx.Exec(ctx, `
		UPDATE courses SET lesson_changes_counted = $2 WHERE id = $1 AND lesson_changes_counted < $2`, course, changes)
	return err
}

// activeEnrollments reads the ids of up to most active attempts at a course, in order, starting after the given one.
func activeEnrollments(ctx context.Context, from database.Querier, course, after uuid.UUID, most int) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT id FROM enrollments WHERE course_id = $1 AND status = 'active' AND id > $2 ORDER BY id LIMIT $3`, course, after, most)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// lockEnrollment reads an attempt and locks it until the transaction ends. It fails with NOT_FOUND.
func lockEnrollment(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Enrollment, error) {
	return scanEnrollment(tx.QueryRow(ctx, `SELECT `+enrollmentColumns+` FROM enrollments WHERE id = $1`+tx.ForUpdate(), id))
}
