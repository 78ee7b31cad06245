package education_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/testkit"
)

// withdraw turns a lesson back into a draft.
func (s *school) withdraw(lesson uuid.UUID) {
	s.t.Helper()
	draft := education.LessonDraft
	s.changeLesson(lesson, education.LessonChange{Status: &draft})
}

func (s *school) changeLesson(lesson uuid.UUID, change education.LessonChange) {
	s.t.Helper()
	_, err := s.service.UpdateLesson(s.t.Context(), s.admin, lesson, change)
	wantNoError(s.t, err)
}

// wantCompletedOnce checks that the student has completed a course and has its certificate, and that this was
// published once.
func (s *school) wantCompletedOnce(course uuid.UUID) {
	s.t.Helper()
	progress, err := s.service.Progress(s.t.Context(), s.student, course)
	wantNoError(s.t, err)
	wantStatus(s.t, progress, education.Completed, progress.Enrollment.Attempt, 100)
	s.wantCertificate(progress.Enrollment.Serial, "valid")
	s.wantRows(1, `SELECT COUNT(*) FROM certificates WHERE course_id = $1`, course)
	if n := s.events.Count("education.enrollment.completed"); n != 1 {
		s.t.Errorf("%d events, want 1", n)
	}
}

func TestWithdrawingTheLessonThatWasMissingCompletesTheCourse(t *testing.T) {
	t.Parallel()
	isRequired := true
	isOptional := false
	for name, way := range map[string]struct {
		given  terms
		change func(s *school, lessons []uuid.UUID)
	}{
		"made a draft": {terms{required: 2, accessDays: 5}, func(s *school, lessons []uuid.UUID) { s.withdraw(lessons[1]) }},
		"made optional": {terms{required: 2}, func(s *school, lessons []uuid.UUID) {
			s.changeLesson(lessons[1], education.LessonChange{IsRequired: &isOptional})
		}},
		"nothing is required": {terms{optional: 2}, func(s *school, lessons []uuid.UUID) { s.withdraw(lessons[1]) }},
		"only another required": {terms{optional: 2}, func(s *school, lessons []uuid.UUID) {
			s.changeLesson(lessons[0], education.LessonChange{IsRequired: &isRequired})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				s := newSchool(t, db)
				course, lessons := s.open(way.given)
				s.enroll(course.ID)
				wantStatus(t, s.complete(lessons[0]), education.Active, 1, 50)
				way.change(s, lessons)
				wantNoError(t, s.service.Recount(t.Context()))
				s.clock.Advance(100 * day)
				s.wantCompletedOnce(course.ID)
			})
		})
	}
}

func TestTwoWhoRecountAtOnceCompleteEveryAttemptOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2})
		const students = 10
		for range students {
			s.student = s.newCaller("user")
			s.enroll(course.ID)
			s.complete(lessons[0])
		}
		s.withdraw(lessons[1])
		for _, err := range testkit.InParallel(2, func(int) error { return s.service.Recount(t.Context()) }) {
			wantNoError(t, err)
		}
		s.wantRows(students, `SELECT COUNT(*) FROM enrollments WHERE status = 'completed'`)
		s.wantRows(students, `SELECT COUNT(*) FROM certificates`)
		if n := s.events.Count("education.enrollment.completed"); n != students {
			t.Errorf("%d events, want %d", n, students)
		}
	})
}

func TestALessonThatIsCompletedWhileAnotherIsWithdrawnCompletesTheCourse(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		for range 5 {
			s.student = s.newCaller("user")
			course, lessons := s.open(terms{required: 2})
			s.enroll(course.ID)
			for _, err := range testkit.InParallel(2, func(i int) error {
				if i == 0 {
					_, err := s.service.CompleteLesson(t.Context(), s.student, lessons[0])
					return err
				}
				draft := education.LessonDraft
				if _, err := s.service.UpdateLesson(t.Context(), s.admin, lessons[1], education.LessonChange{Status: &draft}); err != nil {
					return err
				}
				return s.service.Recount(t.Context())
			}) {
				wantNoError(t, err)
			}
			progress, err := s.service.Progress(t.Context(), s.student, course.ID)
			wantNoError(t, err)
			wantStatus(t, progress, education.Completed, 1, 100)
		}
	})
}

func TestAnAttemptThatIsOverOrUnfinishedStaysAsItIsWhenALessonIsWithdrawn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 3, accessDays: 5})
		s.enroll(course.ID)
		s.complete(lessons[0], lessons[1])
		expired := s.student
		s.clock.Advance(6 * day)
		s.student = s.newCaller("user")
		s.enroll(course.ID)
		s.complete(lessons[0])
		s.withdraw(lessons[2])
		wantNoError(t, s.service.Recount(t.Context()))
		wantStatus(t, s.enroll(course.ID), education.Active, 1, 50)
		progress, err := s.service.Progress(t.Context(), expired, course.ID)
		wantNoError(t, err)
		wantStatus(t, progress, education.Expired, 1, 100)
		s.wantRows(0, `SELECT COUNT(*) FROM certificates`)
	})
}
