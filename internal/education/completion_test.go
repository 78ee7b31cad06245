package education_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestCompletingALessonTwiceIsCompletingItOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 3, optional: 1})
		s.enroll(course.ID)
		s.complete(lessons[3])
		progress := s.complete(lessons[0], lessons[0])
		wantStatus(t, progress, education.Active, 1, 33)
		if progress.Done != 1 || progress.Total != 3 {
			t.Errorf("%d of %d lessons, want 1 of 3", progress.Done, progress.Total)
		}
		if len(progress.LessonIDs) != 2 || progress.LessonIDs[0] != lessons[0] || progress.LessonIDs[1] != lessons[3] {
			t.Errorf("completed lessons are %v", progress.LessonIDs)
		}
		if n := s.events.Count("education.lesson.completed"); n != 2 {
			t.Errorf("%d events, want 2", n)
		}
	})
}

func TestTwoLastLessonsAtOnceCompleteTheCourseOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		const rounds = 5
		for range rounds {
			course, lessons := s.open(terms{required: 2})
			s.enroll(course.ID)
			for _, err := range testkit.InParallel(4, func(i int) error {
				_, err := s.service.CompleteLesson(t.Context(), s.student, lessons[i%2])
				return err
			}) {
				if err != nil {
					t.Error(err)
				}
			}
			progress, err := s.service.Progress(t.Context(), s.student, course.ID)
			if err != nil {
				t.Fatal(err)
			}
			wantStatus(t, progress, education.Completed, 1, 100)
		}
		s.wantRows(rounds, `SELECT COUNT(*) FROM certificates`)
		if n := s.events.Count("education.enrollment.completed"); n != rounds {
			t.Errorf("%d events, want %d", n, rounds)
		}
		if n := s.events.Count("education.lesson.completed"); n != 2*rounds {
			t.Errorf("%d lessons told, want %d", n, 2*rounds)
		}
	})
}

func TestCompletionLatches(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1, accessDays: 5})
		s.enroll(course.ID)
		done := s.complete(lessons...)
		wantStatus(t, done, education.Completed, 1, 100)
		added := s.addLesson(course.ID, true)
		s.clock.Advance(100 * day)
		progress, err := s.service.Progress(t.Context(), s.student, course.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantStatus(t, progress, education.Completed, 1, 100)
		wantStatus(t, s.complete(added), education.Completed, 1, 100)
		if lesson, err := s.service.Lesson(t.Context(), s.student, added); err != nil || lesson.Content == "" {
			t.Errorf("whoever has completed a course cannot read it any more: %v", err)
		}
		again := s.enroll(course.ID)
		if again.Enrollment.ID != done.Enrollment.ID || again.Enrollment.Serial != done.Enrollment.Serial {
			t.Error("enrolling in a completed course made something new")
		}
		if n := s.events.Count("education.enrollment.completed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
	})
}

func TestACourseThatRequiresNothingWantsAllItsLessons(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{optional: 2})
		s.enroll(course.ID)
		wantStatus(t, s.complete(lessons[0]), education.Active, 1, 50)
		wantStatus(t, s.complete(lessons[1]), education.Completed, 1, 100)
	})
}

func TestALessonThatIsNoLongerRequiredDoesNotHoldUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2})
		s.enroll(course.ID)
		s.complete(lessons[0])
		isRequired := false
		if _, err := s.service.UpdateLesson(t.Context(), s.admin, lessons[1], education.LessonChange{IsRequired: &isRequired}); err != nil {
			t.Fatal(err)
		}
		wantStatus(t, s.complete(lessons[0]), education.Completed, 1, 100)
	})
}

func TestLessonsOutsideOfAnEnrollmentAreClosed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 3})
		_, drafts := s.draft(terms{required: 1})
		isPreview, hidden := true, education.LessonDraft
		for lesson, change := range map[uuid.UUID]education.LessonChange{
			lessons[0]: {IsPreview: &isPreview}, lessons[2]: {Status: &hidden, IsPreview: &isPreview},
		} {
			if _, err := s.service.UpdateLesson(t.Context(), s.admin, lesson, change); err != nil {
				t.Fatal(err)
			}
		}
		if preview, err := s.service.Lesson(t.Context(), s.student, lessons[0]); err != nil || preview.Content == "" {
			t.Errorf("a preview is closed: %v", err)
		}
		_, err := s.service.Lesson(t.Context(), s.student, lessons[1])
		testkit.WantFault(t, err, fault.NotEnrolled)
		_, err = s.service.CompleteLesson(t.Context(), s.student, lessons[0])
		testkit.WantFault(t, err, fault.NotEnrolled)
		_, err = s.service.Progress(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.NotEnrolled)
		_, err = s.service.Progress(t.Context(), s.student, uuid.New())
		testkit.WantFault(t, err, fault.NotFound)
		s.enroll(course.ID)
		if lesson, err := s.service.Lesson(t.Context(), s.student, lessons[1]); err != nil || lesson.Content == "" {
			t.Errorf("a lesson is closed to the enrolled: %v", err)
		}
		for _, lesson := range []uuid.UUID{lessons[2], drafts[0], uuid.New()} {
			_, err = s.service.Lesson(t.Context(), s.student, lesson)
			testkit.WantFault(t, err, fault.NotFound)
			_, err = s.service.CompleteLesson(t.Context(), s.student, lesson)
			testkit.WantFault(t, err, fault.NotFound)
		}
		if _, err := s.service.Lesson(t.Context(), s.admin, drafts[0]); err != nil {
			t.Errorf("an author cannot read a draft: %v", err)
		}
	})
}

func TestACertificateSaysWhatItsHolderDid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{title: "Risk", required: 1})
		s.enroll(course.ID)
		serial := s.complete(lessons...).Enrollment.Serial
		if !regexp.MustCompile(`^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$`).MatchString(serial) {
			t.Errorf("the serial is %q", serial)
		}
		renamed := "Risk, second edition"
		if _, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Title: &renamed}); err != nil {
			t.Fatal(err)
		}
		certificate, err := s.service.Certificate(t.Context(), " "+strings.ToLower(serial))
		if err != nil {
			t.Fatal(err)
		}
		if certificate.CourseTitle != "Risk" || certificate.Holder != "Holder "+s.student.UserID.String() || !certificate.IssuedAt.Equal(s.clock.Now()) {
			t.Errorf("the certificate says %+v", certificate)
		}
		for _, wrong := range []string{"nope", "", "a\x00b", "\xff", strings.Repeat("é", 64)} {
			_, err := s.service.Certificate(t.Context(), wrong)
			testkit.WantFault(t, err, fault.NotFound)
		}
	})
}

func TestProgressNeverShrinksByLearning(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		rapid.Check(t, func(r *rapid.T) {
			s.student = s.newCaller(identity.RoleUser)
			given := terms{required: rapid.IntRange(0, 4).Draw(r, "required"), optional: rapid.IntRange(0, 3).Draw(r, "optional")}
			if given.required+given.optional == 0 {
				given.optional = 1
			}
			course, lessons := s.open(given)
			s.enroll(course.ID)
			last := 0
			for range rapid.IntRange(1, 10).Draw(r, "steps") {
				progress := s.complete(rapid.SampledFrom(lessons).Draw(r, "lesson"))
				if progress.Percentage < last || progress.Percentage > 100 {
					r.Fatalf("progress went from %d to %d", last, progress.Percentage)
				}
				if (progress.Percentage == 100) != (progress.Status == education.Completed) {
					r.Fatalf("%d%% is %s", progress.Percentage, progress.Status)
				}
				if last = progress.Percentage; progress.Status != education.Completed && rapid.IntRange(0, 5).Draw(r, "grow") == 0 {
					lessons = append(lessons, s.addLesson(course.ID, true))
					last = 0 // a growing course lowers the percentage
				}
			}
		})
	})
}

func TestMyCoursesShowTheLastAttemptAtEach(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		if mine, err := s.service.MyCourses(t.Context(), s.student); err != nil || len(mine) != 0 {
			t.Fatalf("a new student has %d courses (%v)", len(mine), err)
		}
		done, doneLessons := s.open(terms{required: 1})
		short, _ := s.open(terms{required: 1, accessDays: 1})
		again, againLessons := s.open(terms{required: 3, optional: 1})
		s.enroll(done.ID)
		s.complete(doneLessons...)
		s.clock.Advance(day)
		s.enroll(short.ID)
		s.enroll(again.ID)
		s.complete(againLessons[0])
		if _, err := s.service.Cancel(t.Context(), s.student, again.ID); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(day)
		s.enroll(again.ID)
		s.complete(againLessons[0], againLessons[1], againLessons[3])
		if _, err := s.service.Archive(t.Context(), s.admin, done.ID); err != nil {
			t.Fatal(err)
		}
		mine, err := s.service.MyCourses(t.Context(), s.student)
		if err != nil || len(mine) != 3 {
			t.Fatalf("%d courses (%v), want 3", len(mine), err)
		}
		for i, want := range []struct {
			course     uuid.UUID
			status     education.EnrollmentStatus
			attempt    int
			percentage int
		}{
			{again.ID, education.Active, 2, 66}, {short.ID, education.Expired, 1, 0}, {done.ID, education.Completed, 1, 100},
		} {
			if mine[i].Course.ID != want.course {
				t.Errorf("place %d is %s", i, mine[i].Course.Title)
			}
			wantStatus(t, mine[i].Progress, want.status, want.attempt, want.percentage)
		}
		if mine[2].Progress.Enrollment.Serial == "" || mine[2].Course.DurationMinutes != 7 {
			t.Errorf("the completed course is shown as %+v", mine[2].Progress.Enrollment)
		}
	})
}
