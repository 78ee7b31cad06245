package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// ofTheirNewest restricts enrollments to a user's last attempt at each course.
const ofTheirNewest = `enrollments.user_id = $1 AND enrollments.tenant_id = $2 AND enrollments.attempt = (
	SELECT MAX(newest.attempt) FROM enrollments AS newest
	WHERE newest.user_id = enrollments.user_id AND newest.course_id = enrollments.course_id)`

// coursesOf reads every course that the caller has enrolled in with their last attempt at it, newest attempt first,
// without descriptions.
func coursesOf(ctx context.Context, from database.Querier, caller identity.Caller) ([]MyCourse, error) {
	rows, err := from.Query(ctx, `
		SELECT `+listedCourseColumns+`, `+enrollmentColumns+`
		FROM enrollments JOIN courses ON courses.id = enrollments.course_id
		WHERE `+ofTheirNewest+`
		ORDER BY enrollments.enrolled_at DESC, enrollments.id DESC`, caller.UserID, caller.TenantID)
	return database.Collect(rows, err, func(row database.Row) (MyCourse, error) {
		course, enrollment, err := database.ScanBoth(row, courseTable, enrollmentTable)
		return MyCourse{Course: course, Progress: Progress{Enrollment: enrollment}}, err
	})
}

// talliesOf counts the lessons of all of the caller's last attempts.
func talliesOf(ctx context.Context, from database.Querier, caller identity.Caller) (map[uuid.UUID]Tally, error) {
	rows, err := from.Query(ctx, `
		SELECT enrollments.id, COUNT(*), COUNT(lesson_completions.lesson_id),
			COUNT(CASE WHEN lessons.is_required THEN 1 END),
			COUNT(CASE WHEN lessons.is_required THEN lesson_completions.lesson_id END)
		FROM enrollments
		JOIN lessons ON lessons.course_id = enrollments.course_id AND lessons.status = 'published'
		LEFT JOIN lesson_completions
			ON lesson_completions.enrollment_id = enrollments.id AND lesson_completions.lesson_id = lessons.id
		WHERE `+ofTheirNewest+`
		GROUP BY enrollments.id`, caller.UserID, caller.TenantID)
	tallies := make(map[uuid.UUID]Tally)
	_, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		var t Tally
		err = row.Scan(&id, &t.All, &t.AllDone, &t.Required, &t.RequiredDone)
		tallies[id] = t
		return id, err
	})
	return tallies, err
}
