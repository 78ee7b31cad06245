package education_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestAFreeCourseTakesAnybodyIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 2, accessDays: 10})
		first := s.enroll(course.ID)
		wantStatus(t, first, education.Active, 1, 0)
		if want := s.clock.Now().Add(10 * day); !first.Enrollment.ExpiresAt.Equal(want) {
			t.Errorf("expires at %s, want %s", first.Enrollment.ExpiresAt, want)
		}
		again := s.enroll(course.ID)
		if again.Enrollment.ID != first.Enrollment.ID {
			t.Error("enrolling again while active made another enrollment")
		}
		if n := s.events.Count("education.enrollment.created"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
	})
}

func TestWhatACourseIsDecidesWhoGetsIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		draft, _ := s.draft(terms{required: 1})
		paid, _ := s.open(terms{required: 1, price: "49.90"})
		archived, _ := s.open(terms{required: 1})
		s.enroll(archived.ID)
		if _, err := s.service.Archive(t.Context(), s.admin, archived.ID); err != nil {
			t.Fatal(err)
		}
		stranger := s.newCaller(identity.RoleUser)
		for _, c := range []struct {
			course uuid.UUID
			want   fault.Code
		}{
			{draft.ID, fault.NotFound}, {uuid.New(), fault.NotFound}, {paid.ID, fault.PaymentRequired}, {archived.ID, fault.Conflict},
		} {
			_, err := s.service.Enroll(t.Context(), stranger, c.course)
			testkit.WantFault(t, err, c.want)
		}
		wantStatus(t, s.enroll(archived.ID), education.Active, 1, 0) // enrolled users keep access
		s.wantRows(1, `SELECT COUNT(*) FROM enrollments`)
	})
}

func TestFiftyEnrolmentsAtOnceMakeOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1})
		var mutex sync.Mutex
		seen := make(map[uuid.UUID]bool)
		for _, err := range testkit.InParallel(50, func(int) error {
			progress, err := s.service.Enroll(t.Context(), s.student, course.ID)
			if err == nil {
				mutex.Lock()
				defer mutex.Unlock()
				seen[progress.Enrollment.ID] = true
			}
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		if len(seen) != 1 {
			t.Errorf("%d different enrollments were answered, want 1", len(seen))
		}
		s.wantRows(1, `SELECT COUNT(*) FROM enrollments`)
		if n := s.events.Count("education.enrollment.created"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
	})
}

func TestTimeRunsOutWithoutAnybodyWritingItDown(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, accessDays: 10})
		s.enroll(course.ID)
		s.complete(lessons[0])
		s.clock.Advance(10*day - time.Microsecond)
		progress, err := s.service.Progress(t.Context(), s.student, course.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantStatus(t, progress, education.Active, 1, 50)
		s.clock.Advance(time.Microsecond)
		if progress, err = s.service.Progress(t.Context(), s.student, course.ID); err != nil {
			t.Fatal(err)
		}
		wantStatus(t, progress, education.Expired, 1, 50)
		s.wantAccess(course.ID, false)
		_, err = s.service.CompleteLesson(t.Context(), s.student, lessons[1])
		testkit.WantFault(t, err, fault.NotEnrolled)
		_, err = s.service.Lesson(t.Context(), s.student, lessons[1])
		testkit.WantFault(t, err, fault.NotEnrolled)
		_, err = s.service.Cancel(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		wantStatus(t, s.enroll(course.ID), education.Active, 2, 0)
		s.wantRows(1, `SELECT COUNT(*) FROM enrollments WHERE status = 'active'`)
		s.wantRows(1, `SELECT COUNT(*) FROM enrollments WHERE status = 'expired'`)
	})
}

func TestEnrollingAfterCancellingStartsAfresh(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2})
		_, err := s.service.Cancel(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.NotFound)
		s.enroll(course.ID)
		s.complete(lessons[0])
		cancelled, err := s.service.Cancel(t.Context(), s.student, course.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantStatus(t, cancelled, education.Cancelled, 1, 50)
		_, err = s.service.Cancel(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		_, err = s.service.CompleteLesson(t.Context(), s.student, lessons[1])
		testkit.WantFault(t, err, fault.NotEnrolled)
		wantStatus(t, s.enroll(course.ID), education.Active, 2, 0)
		wantStatus(t, s.complete(lessons...), education.Completed, 2, 100)
		_, err = s.service.Cancel(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		wantStatus(t, s.enroll(course.ID), education.Completed, 2, 100)
	})
}

func TestEnrollmentsBelongToOneUserOfOneTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		tenants := s.admin
		s.admin = s.super // she publishes for all tenants
		course, lessons := s.open(terms{required: 1})
		s.admin = tenants
		s.enroll(course.ID)
		other := s.newCaller(identity.RoleUser)
		elsewhere := s.student
		elsewhere.TenantID = uuid.New()
		for _, stranger := range []identity.Caller{other, elsewhere} {
			_, err := s.service.Progress(t.Context(), stranger, course.ID)
			testkit.WantFault(t, err, fault.NotEnrolled)
			_, err = s.service.CompleteLesson(t.Context(), stranger, lessons[0])
			testkit.WantFault(t, err, fault.NotEnrolled)
			mine, err := s.service.MyCourses(t.Context(), stranger)
			if err != nil || len(mine) != 0 {
				t.Errorf("a stranger sees %d courses (%v)", len(mine), err)
			}
		}
	})
}
