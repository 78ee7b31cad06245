package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// enrollmentTable maps attempts to their table.
var enrollmentTable = database.NewTable("enrollments", func(e *Enrollment, column database.Define) {
	column("id", &e.ID)
	column("tenant_id", database.Fixed(&e.TenantID))
	column("user_id", database.Fixed(&e.UserID))
	column("course_id", database.Fixed(&e.CourseID))
	column("attempt", database.Fixed(&e.Attempt))
	column("status", &e.status)
	column("payment_id", database.Optional(&e.PaymentID))
	column("enrolled_at", database.Fixed(&e.EnrolledAt))
	column("expires_at", database.Optional(&e.ExpiresAt))
	column("completed_at", database.Optional(&e.CompletedAt))
	column("cancelled_at", database.Optional(&e.CancelledAt))
	column("serial", database.Computed(
		`COALESCE((SELECT certificates.serial FROM certificates WHERE certificates.enrollment_id = enrollments.id), '')`, &e.Serial))
})

// enrollmentColumns select an attempt from enrollments, in any column list.
var enrollmentColumns = enrollmentTable.ColumnsOf("enrollments")

func scanEnrollment(row database.Row) (*Enrollment, error) {
	enrollment, err := enrollmentTable.Scan(row)
	return enrollment, database.Missing(err, errNoEnrollment)
}

var errNoEnrollment = fault.New(fault.NotFound, "you have not enrolled in this course")

// newestEnrollment reads the caller's last attempt at a course, locked if lock is that of a transaction. It fails with
// NOT_FOUND.
func newestEnrollment(ctx context.Context, from database.Querier, lock string, caller identity.Caller, course uuid.UUID) (*Enrollment, error) {
	e, err := scanEnrollment(from.QueryRow(ctx, `
		SELECT `+enrollmentColumns+` FROM enrollments
		WHERE user_id = $1 AND course_id = $2 AND tenant_id = $3 ORDER BY attempt DESC LIMIT 1`+lock,
		caller.UserID, course, caller.TenantID))
	if err != nil || e.status != Completed || e.Serial != "" {
		return e, err
	}
	// A PostgreSQL statement that has waited for a row lock sees the updated row, but not the certificate that was
	// inserted alongside. The next statement sees both.
	err = from.QueryRow(ctx, `SELECT serial FROM certificates WHERE enrollment_id = $1`, e.ID).Scan(&e.Serial)
	return e, err
}

// lockNewestEnrollment reads a user's last attempt at a course and locks it until the transaction ends. A PostgreSQL
// statement that has waited for the last attempt gets that row even when the next attempt has begun meanwhile, so it
// reads again until the locked one is the last. It fails with NOT_FOUND.
func lockNewestEnrollment(ctx context.Context, tx *database.Tx, who identity.Caller, course uuid.UUID) (*Enrollment, error) {
	held, err := newestEnrollment(ctx, tx, tx.ForUpdate(), who, course)
	for err == nil {
		var newest *Enrollment
		newest, err = newestEnrollment(ctx, tx, tx.ForUpdate(), who, course)
		if err == nil && newest.ID == held.ID {
			return newest, nil
		}
		held = newest
	}
	return nil, err
}

// insertEnrollment writes a new attempt, unless a conflicting one has been written in the meantime.
func insertEnrollment(ctx context.Context, tx *database.Tx, e *Enrollment) (added bool, err error) {
	n, err := enrollmentTable.InsertOr(ctx, tx, database.DoNothing, e)
	return n == 1, err
}

// updateEnrollment writes a locked attempt.
func updateEnrollment(ctx context.Context, tx *database.Tx, e *Enrollment) error {
	return enrollmentTable.Update(ctx, tx, e)
}

// insertCompletion records a lesson as completed, unless it already was.
func insertCompletion(ctx context.Context, tx *database.Tx, enrollment, lesson uuid.UUID, now time.Time) (added bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO lesson_completions (enrollment_id, lesson_id, completed_at) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, enrollment, lesson, database.Micros(now))
	return n == 1, err
}

// tallyOf counts the published lessons of an attempt's course, and returns the completed ones in course order.
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
