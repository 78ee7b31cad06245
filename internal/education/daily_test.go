package education_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// wantTooMany checks that a call is refused until the day is over.
func wantTooMany(t *testing.T, err error, wait time.Duration) {
	t.Helper()
	if refused := testkit.WantFault(t, err, fault.RateLimited); refused.RetryAfter != wait {
		t.Errorf("it may be tried again after %s, want %s", refused.RetryAfter, wait)
	}
}

func TestAHundredQuizzesAreAnsweredADayHoweverManyAreAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var quizzes []uuid.UUID
		for range 3 { // in several courses: each attempt locks another enrollment
			course, _ := s.open(terms{required: 1})
			quizzes = append(quizzes, s.quizLesson(course.ID, fiveQuestions()).ID)
			s.enroll(course.ID)
		}
		attempt := func(who identity.Caller, i int) error {
			quiz := quizzes[i%len(quizzes)]
			_, _, err := s.service.AttemptQuiz(t.Context(), who, quiz, wrong(5, s.rightAnswers(quiz, s.admin)))
			return err
		}
		for i := range 95 {
			wantNoError(t, attempt(s.student, i))
		}
		s.clock.Advance(time.Hour)
		results := testkit.InParallel(12, func(i int) error { return attempt(s.student, i) })
		if n := testkit.Succeeded(results); n != 5 {
			t.Errorf("%d attempts were taken after 95, want 5", n)
		}
		for _, err := range results {
			if err != nil {
				wantTooMany(t, err, 23*time.Hour)
			}
		}
		s.wantRows(100, `SELECT COUNT(*) FROM quiz_attempts`)
		other := s.newCaller(identity.RoleUser)
		testkit.WantFault(t, attempt(other, 0), fault.NotEnrolled)
		s.clock.Advance(23*time.Hour - time.Second)
		wantTooMany(t, attempt(s.student, 0), time.Second)
		s.clock.Advance(time.Second)
		for i := range 95 { // those of the last hour still count
			wantNoError(t, attempt(s.student, i))
		}
		wantTooMany(t, attempt(s.student, 0), time.Hour)
	})
}

func TestTwentyAttemptsAtCoursesBeginADayHoweverManyAreAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var courses []uuid.UUID
		for range 30 {
			course, _ := s.open(terms{required: 1})
			courses = append(courses, course.ID)
		}
		paid, _ := s.open(terms{required: 1, price: "10"})
		enroll := func(course uuid.UUID) error {
			_, err := s.service.Enroll(t.Context(), s.student, course)
			return err
		}
		results := testkit.InParallel(len(courses), func(i int) error { return enroll(courses[i]) })
		var in, out uuid.UUID
		for i, err := range results {
			if err == nil {
				in = courses[i]
				continue
			}
			out = courses[i]
			wantTooMany(t, err, day)
		}
		if n := testkit.Succeeded(results); n != 20 {
			t.Errorf("%d attempts were begun, want 20", n)
		}
		s.wantRows(20, `SELECT COUNT(*) FROM enrollments`)
		if n := s.events.Count("education.enrollment.created"); n != 20 {
			t.Errorf("%d events, want 20", n)
		}
		wantNoError(t, enroll(in)) // the attempt in progress
		testkit.WantFault(t, enroll(paid.ID), fault.PaymentRequired)
		s.pay(paid.ID, uuid.New()) // what is paid for is granted
		wantNoError(t, enroll(paid.ID))
		_, err := s.service.Cancel(t.Context(), s.student, in)
		wantNoError(t, err)
		wantTooMany(t, enroll(in), day)
		s.clock.Advance(day)
		wantNoError(t, enroll(out))
		wantNoError(t, enroll(in))
	})
}

func TestWhoIsLockedOutBeginsAndAnswersNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1})
		another, _ := s.open(terms{required: 1})
		quiz := s.quizLesson(course.ID, fiveQuestions())
		s.enroll(course.ID)
		s.people.refusal = fault.New(fault.AccountSuspended, "they may not come in")
		_, err := s.service.Enroll(t.Context(), s.student, another.ID)
		testkit.WantFault(t, err, fault.AccountSuspended)
		_, _, err = s.service.AttemptQuiz(t.Context(), s.student, quiz.ID, s.rightAnswers(quiz.ID, s.admin))
		testkit.WantFault(t, err, fault.AccountSuspended)
		s.wantRows(1, `SELECT COUNT(*) FROM enrollments`)
		s.wantRows(0, `SELECT COUNT(*) FROM quiz_attempts`)
	})
}

func TestWhatIsDoneWithinADayIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for index, query := range map[string]string{
			"quiz_attempts_by_time": `SELECT created_at FROM quiz_attempts WHERE user_id = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT 1 OFFSET $3`,
			"enrollments_by_time":   `SELECT enrolled_at FROM enrollments WHERE user_id = $1 AND enrolled_at > $2 ORDER BY enrolled_at DESC LIMIT 1 OFFSET $3`,
		} {
			if plan := databasetest.Explain(t, db, query, "SET LOCAL enable_seqscan = off"); !strings.Contains(plan, index) {
				t.Errorf("%s is not read: %s", index, plan)
			}
		}
	})
}
