package e2e_test

import (
	"testing"
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

func enrolmentsAtOnceAreOne(t *testing.T, s *school) {
	c, admin := s.course(t, 1, nil), s.tenantAdmin(t)
	ids := map[any]bool{}
	for _, a := range atOnce(50, func(int) *answer { return admin.post(t, c.at("/enroll"), nil) }) {
		made := a.ok(t, 201).object(t, shapeOfEnrollment)
		wantFields(t, made, body{"status": "active", "attempt": 1})
		ids[made["id"]] = true
	}
	if len(ids) != 1 {
		t.Errorf("fifty calls were told of the enrolments %v", ids)
	}
	if n := count(t, s.place.books(t), `SELECT COUNT(*) FROM enrollments WHERE user_id = $1`, admin.id); n != 1 {
		t.Errorf("%d enrolments are in the database, want 1", n)
	}
	if told := admin.events(t, "education.enrollment.created"); len(told) != 1 {
		t.Errorf("%d events tell of the enrolment, want 1", len(told))
	}
}

// wantCompletedOnce checks that an admin, who is alone in a tenant, has completed so many courses and each
// of them once.
func (s *school) wantCompletedOnce(t *testing.T, admin *member, courses int) {
	t.Helper()
	db := s.place.books(t)
	for what, query := range map[string]string{
		"certificates": `SELECT COUNT(*) FROM certificates WHERE user_id = $1`,
		"completions":  `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND status = 'completed'`,
		"enrolments":   `SELECT COUNT(*) FROM enrollments WHERE user_id = $1`,
	} {
		if n := count(t, db, query, admin.id); n != courses {
			t.Errorf("%d %s, want %d", n, what, courses)
		}
	}
	if told := admin.events(t, "education.enrollment.completed"); len(told) != courses {
		t.Errorf("%d events tell of %d completions", len(told), courses)
	}
}

func lastLessonsAtOnce(t *testing.T, s *school) {
	admin := s.tenantAdmin(t)
	const courses = 5
	for range courses {
		c := s.course(t, 3, nil)
		admin.enroll(t, c)
		admin.complete(t, c.lessons[0])
		completed, serials := 0, map[any]bool{}
		for _, a := range atOnce(2, func(i int) *answer { return admin.post(t, lessonAt(c.lessons[1+i], "/complete"), nil) }) {
			progress := a.ok(t, 200).object(t, shapeOfProgress)
			if progress["status"] == "completed" {
				completed++
				serials[progress["certificateSerial"]] = true
			}
		}
		if completed == 0 || len(serials) != 1 {
			t.Errorf("%d of two last lessons completed the course, with the serials %v", completed, serials)
		}
	}
	s.wantCompletedOnce(t, admin, courses)
}

func allLessonsAtOnce(t *testing.T, s *school) {
	admin, c := s.tenantAdmin(t), s.course(t, 6, nil)
	admin.enroll(t, c)
	for _, a := range atOnce(48, func(i int) *answer { return admin.post(t, lessonAt(c.lessons[i%6], "/complete"), nil) }) {
		// Whoever has waited for the call that completes the course is told of the certificate as well.
		progress := a.ok(t, 200).object(t, shapeOfProgress)
		if progress["status"] == "completed" && progress["certificateSerial"] == nil {
			t.Errorf("the course is completed without a certificate: %s", a.text)
		}
	}
	wantFields(t, admin.progress(t, c), body{"progressPercentage": 100, "completedLessons": 6, "status": "completed"})
	s.wantCompletedOnce(t, admin, 1)
	if told := admin.events(t, "education.lesson.completed"); len(told) != 6 {
		t.Errorf("%d events tell of six lessons", len(told))
	}
}

func enrollingAndLeaving(t *testing.T, s *school) {
	m, c := s.register(t), s.course(t, 1, nil)
	m.enroll(t, c)
	for _, a := range atOnce(20, func(i int) *answer {
		if i%2 == 0 {
			return m.call(t, "DELETE", c.at("/enroll"), nil)
		}
		return m.post(t, c.at("/enroll"), nil)
	}) {
		if a.status != 200 && a.status != 201 {
			a.failed(t, 409, "INVALID_TRANSITION", "")
		}
	}
	db := s.place.books(t)
	if n := count(t, db, `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND status = 'active'`, m.id); n > 1 {
		t.Errorf("%d enrolments are active at the same time", n)
	}
	if n := count(t, db, `SELECT COUNT(*) - COUNT(DISTINCT attempt) FROM enrollments WHERE user_id = $1`, m.id); n != 0 {
		t.Errorf("%d attempts have the number of another", n)
	}
	m.enroll(t, c)
	wantFields(t, m.complete(t, c.lessons[0]), body{"status": "completed"})
}

func manyLearn(t *testing.T, s *school) {
	c := s.course(t, 2, nil)
	people := make([]*member, 5)
	for i := range people {
		people[i] = s.register(t)
		people[i].enroll(t, c)
	}
	for _, a := range atOnce(20, func(i int) *answer { return people[i%5].post(t, lessonAt(c.lessons[i/5%2], "/complete"), nil) }) {
		a.ok(t, 200)
	}
	serials := map[any]bool{}
	for _, m := range people {
		progress := m.progress(t, c)
		wantFields(t, progress, body{"status": "completed", "completedLessons": 2})
		serials[progress["certificateSerial"]] = true
	}
	if len(serials) != len(people) {
		t.Errorf("%d people have %d certificates", len(people), len(serials))
	}
}
