package education_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

func TestLearningHappensOnce(t *testing.T) {
	t.Parallel()
	onEachSchool(t, lectures{
		"fifty enrolments at once are one":                enrolmentsAtOnceAreOne,
		"two last lessons at once complete a course once": lastLessonsAtOnce,
		"all lessons at once complete a course once":      allLessonsAtOnce,
		"enrolling and leaving at once leave one behind":  enrollingAndLeaving,
		"many learn a course, none in another's way":      manyLearn,
	})
}

func enrolmentsAtOnceAreOne(t *testing.T, s *kit.School) {
	c, admin := s.Course(t, 1, nil), s.TenantAdmin(t)
	ids := map[any]bool{}
	for _, a := range kit.AtOnce(50, func(int) *kit.Answer { return admin.Post(t, c.At("/enroll"), nil) }) {
		made := a.Ok(t, 201).Object(t, kit.ShapeOfEnrollment)
		kit.WantFields(t, made, kit.Body{"status": "active", "attempt": 1})
		ids[made["id"]] = true
	}
	if len(ids) != 1 {
		t.Errorf("fifty calls were told of the enrolments %v", ids)
	}
	if n := kit.Count(t, s.Place.Books(t), `SELECT COUNT(*) FROM enrollments WHERE user_id = $1`, admin.ID); n != 1 {
		t.Errorf("%d enrolments are in the database, want 1", n)
	}
	if told := admin.Events(t, "education.enrollment.created"); len(told) != 1 {
		t.Errorf("%d events tell of the enrolment, want 1", len(told))
	}
}

// wantCompletedOnce checks that an admin, who is alone in a tenant, has completed this many courses, each of them
// once.
func wantCompletedOnce(t *testing.T, s *kit.School, admin *kit.Member, courses int) {
	t.Helper()
	db := s.Place.Books(t)
	for what, query := range map[string]string{
		"certificates": `SELECT COUNT(*) FROM certificates WHERE user_id = $1`,
		"completions":  `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND status = 'completed'`,
		"enrolments":   `SELECT COUNT(*) FROM enrollments WHERE user_id = $1`,
	} {
		if n := kit.Count(t, db, query, admin.ID); n != courses {
			t.Errorf("%d %s, want %d", n, what, courses)
		}
	}
	if told := admin.Events(t, "education.enrollment.completed"); len(told) != courses {
		t.Errorf("%d events tell of %d completions", len(told), courses)
	}
}

func lastLessonsAtOnce(t *testing.T, s *kit.School) {
	admin := s.TenantAdmin(t)
	const courses = 5
	for range courses {
		c := s.Course(t, 3, nil)
		admin.Enroll(t, c)
		complete(t, admin, c.Lessons[0])
		completed, serials := 0, map[any]bool{}
		for _, a := range kit.AtOnce(2, func(i int) *kit.Answer { return admin.Post(t, kit.LessonAt(c.Lessons[1+i], "/complete"), nil) }) {
			progress := a.Ok(t, 200).Object(t, kit.ShapeOfProgress)
			if progress["status"] == "completed" {
				completed++
				serials[progress["certificateSerial"]] = true
			}
		}
		if completed == 0 || len(serials) != 1 {
			t.Errorf("%d of two last lessons completed the course, with the serials %v", completed, serials)
		}
	}
	wantCompletedOnce(t, s, admin, courses)
}

func allLessonsAtOnce(t *testing.T, s *kit.School) {
	admin, c := s.TenantAdmin(t), s.Course(t, 6, nil)
	admin.Enroll(t, c)
	for _, a := range kit.AtOnce(48, func(i int) *kit.Answer { return admin.Post(t, kit.LessonAt(c.Lessons[i%6], "/complete"), nil) }) {
		// A call that waited for the one that completes the course returns the certificate as well.
		progress := a.Ok(t, 200).Object(t, kit.ShapeOfProgress)
		if progress["status"] == "completed" && progress["certificateSerial"] == nil {
			t.Errorf("the course is completed without a certificate: %s", a.Text)
		}
	}
	kit.WantFields(t, progress(t, admin, c), kit.Body{"progressPercentage": 100, "completedLessons": 6, "status": "completed"})
	wantCompletedOnce(t, s, admin, 1)
	if told := admin.Events(t, "education.lesson.completed"); len(told) != 6 {
		t.Errorf("%d events tell of six lessons", len(told))
	}
}

func enrollingAndLeaving(t *testing.T, s *kit.School) {
	m, c := s.Register(t), s.Course(t, 1, nil)
	m.Enroll(t, c)
	for _, a := range kit.AtOnce(20, func(i int) *kit.Answer {
		if i%2 == 0 {
			return m.Call(t, "DELETE", c.At("/enroll"), nil)
		}
		return m.Post(t, c.At("/enroll"), nil)
	}) {
		if a.Status != 200 && a.Status != 201 {
			a.Failed(t, 409, "INVALID_TRANSITION", "")
		}
	}
	db := s.Place.Books(t)
	if n := kit.Count(t, db, `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND status = 'active'`, m.ID); n > 1 {
		t.Errorf("%d enrolments are active at the same time", n)
	}
	if n := kit.Count(t, db, `SELECT COUNT(*) - COUNT(DISTINCT attempt) FROM enrollments WHERE user_id = $1`, m.ID); n != 0 {
		t.Errorf("%d attempts have the number of another", n)
	}
	m.Enroll(t, c)
	kit.WantFields(t, complete(t, m, c.Lessons[0]), kit.Body{"status": "completed"})
}

func manyLearn(t *testing.T, s *kit.School) {
	c := s.Course(t, 2, nil)
	people := make([]*kit.Member, 5)
	for i := range people {
		people[i] = s.Register(t)
		people[i].Enroll(t, c)
	}
	for _, a := range kit.AtOnce(20, func(i int) *kit.Answer { return people[i%5].Post(t, kit.LessonAt(c.Lessons[i/5%2], "/complete"), nil) }) {
		a.Ok(t, 200)
	}
	serials := map[any]bool{}
	for _, m := range people {
		progress := progress(t, m, c)
		kit.WantFields(t, progress, kit.Body{"status": "completed", "completedLessons": 2})
		serials[progress["certificateSerial"]] = true
	}
	if len(serials) != len(people) {
		t.Errorf("%d people have %d certificates", len(people), len(serials))
	}
}
