package education

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// enrollmentColumns read an attempt from enrollments, wherever a list of columns may stand.
const enrollmentColumns = `enrollments.id, enrollments.tenant_id, enrollments.user_id, enrollments.course_id, enrollments.attempt,
	enrollments.status, enrollments.payment_id, enrollments.enrolled_at, enrollments.expires_at, enrollments.completed_at,
	enrollments.cancelled_at,
	COALESCE((SELECT certificates.serial FROM certificates WHERE certificates.enrollment_id = enrollments.id), '')`

// targets are where enrollmentColumns go.
func (e *Enrollment) targets() []any {
	return []any{
		&e.ID, &e.TenantID, &e.UserID, &e.CourseID, &e.Attempt, &e.status, database.ID(&e.PaymentID),
		database.Time(&e.EnrolledAt), database.Time(&e.ExpiresAt), database.Time(&e.CompletedAt), database.Time(&e.CancelledAt), &e.Serial,
	}
}

func scanEnrollment(row database.Row) (*Enrollment, error) {
	var e Enrollment
	err := row.Scan(e.targets()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoEnrollment
	}
	return &e, err
}

var errNoEnrollment = fault.New(fault.NotFound, "you have not enrolled in this course")

// newestEnrollment reads the caller's last attempt at a course, held if lock is that of a transaction. It
// fails with NOT_FOUND.
func newestEnrollment(ctx context.Context, from database.Querier, lock string, caller identity.Caller, course uuid.UUID) (*Enrollment, error) {
	e, err := scanEnrollment(from.QueryRow(ctx, `
		SELECT `+enrollmentColumns+` FROM enrollments
		WHERE user_id = $1 AND course_id = $2 AND tenant_id = $3 ORDER BY attempt DESC LIMIT 1`+lock,
		caller.UserID, course, caller.TenantID))
	if err != nil || e.status != Completed || e.Serial != "" {
		return e, err
	}
	// PostgreSQL shows a statement that has waited for the row what the row has become, but not the
	// certificate that was written beside it. The next statement sees both.
	err = from.QueryRow(ctx, `SELECT serial FROM certificates WHERE enrollment_id = $1`, e.ID).Scan(&e.Serial)
	return e, err
}

// insertEnrollment writes a new attempt, unless one like it has been written in the meantime.
func insertEnrollment(ctx context.Context, tx *database.Tx, e *Enrollment) (added bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO enrollments (id, tenant_id, user_id, course_id, attempt, status, payment_id, enrolled_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT DO NOTHING`,
		e.ID, e.TenantID, e.UserID, e.CourseID, e.Attempt, e.status, database.OptionalID(e.PaymentID),
		database.Micros(e.EnrolledAt), database.OptionalMicros(e.ExpiresAt))
	return n == 1, err
}

// updateEnrollment writes an attempt that is held.
func updateEnrollment(ctx context.Context, tx *database.Tx, e *Enrollment) error {
	_, err := tx.Exec(ctx, `
		UPDATE enrollments SET status = $2, payment_id = $3, expires_at = $4, completed_at = $5, cancelled_at = $6 WHERE id = $1`,
		e.ID, e.status, database.OptionalID(e.PaymentID), database.OptionalMicros(e.ExpiresAt),
		database.OptionalMicros(e.CompletedAt), database.OptionalMicros(e.CancelledAt))
	return err
}

// insertCompletion notes that a lesson was completed, unless that was noted before.
func insertCompletion(ctx context.Context, tx *database.Tx, enrollment, lesson uuid.UUID, now time.Time) (added bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO lesson_completions (enrollment_id, lesson_id, completed_at) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, enrollment, lesson, database.Micros(now))
	return n == 1, err
}

// tallyOf counts the published lessons of an attempt's course, and names the completed ones in their order.
func tallyOf(ctx context.Context, from database.Querier, e *Enrollment) (tally Tally, done []uuid.UUID, err error) {
	type step struct {
		id             uuid.UUID
		required, done bool
	}
	rows, err := from.Query(ctx, `
		SELECT lessons.id, lessons.is_required, lesson_completions.lesson_id IS NOT NULL
		FROM lessons LEFT JOIN lesson_completions
			ON lesson_completions.enrollment_id = $1 AND lesson_completions.lesson_id = lessons.id
		WHERE lessons.course_id = $2 AND lessons.status = 'published'
		ORDER BY lessons.position, lessons.id`, e.ID, e.CourseID)
	steps, err := database.Collect(rows, err, func(row database.Row) (s step, err error) {
		err = row.Scan(&s.id, &s.required, &s.done)
		return s, err
	})
	done = []uuid.UUID{}
	for _, s := range steps {
		tally.add(s.required, s.done)
		if s.done {
			done = append(done, s.id)
		}
	}
	return tally, done, err
}

func (t *Tally) add(required, done bool) {
	t.All++
	if done {
		t.AllDone++
	}
	if required {
		t.Required++
	}
	if required && done {
		t.RequiredDone++
	}
}
