package education_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

// The education operations that the specification states.

func TestTheSpecifiedEducationOperations(t *testing.T) {
	t.Parallel()
	onEachSchool(t, lectures{
		"featured courses are public and in their order":               featuredCoursesArePublic,
		"search is public, narrowed by level, the best match first":    searchIsPublic,
		"a free course is enrolled in, and again is the same":          freeCourseIsEnrolledIn,
		"a paid course wants a payment":                                paidCourseWantsPayment,
		"a draft is not there and an archived course takes nobody in":  unpublishedCourses,
		"progress is of the lessons that count":                        progressOfLessons,
		"a completed lesson stays completed once":                      lessonIsCompletedOnce,
		"a completed course has a certificate that everybody can read": completedCourseHasCertificate,
		"a certificate says who issued it":                             certificateSaysWhoIssuedIt,
		"completion outlasts what becomes of the course":               completionLatches,
		"my courses come with the enrollment, the newest first":        myCourses,
		"a course that was left can be taken again":                    leftCourseIsTakenAgain,
		"content is for the enrolled, or a preview":                    contentIsForTheEnrolled,
	})
}

func featuredCoursesArePublic(t *testing.T, s *kit.School) {
	first, second, third := s.Course(t, 1, nil), s.Course(t, 2, kit.Body{"priceUsd": 49.99}), s.Course(t, 1, nil)
	read := func() []map[string]any {
		t.Helper()
		return s.Client().Get(t, kit.CoursesPath+"/featured").Ok(t, 200).List(t, kit.ShapeOfCourse, nil)
	}
	s.Feature(t, second, first, third)
	if got, want := kit.IdsOf(read()), []string{second.ID, first.ID, third.ID}; !slices.Equal(got, want) {
		t.Errorf("the featured courses are %v, want %v", got, want)
	}
	kit.WantFields(t, read()[0], kit.Body{
		"title": second.Title, "difficultyLevel": "beginner", "durationMinutes": 20, "status": "published", "isFree": false,
		"priceUsd": 49.99, "shortDescription": "What it is about.", "thumbnailUrl": "/api/v1" + second.At("/thumbnail.svg"),
	})
	kit.WantFields(t, read()[1], kit.Body{"isFree": true, "priceUsd": 0})
	s.Author.Post(t, second.At("/archive"), nil).Ok(t, 200)
	if got, want := kit.IdsOf(read()), []string{first.ID, third.ID}; !slices.Equal(got, want) {
		t.Errorf("the featured courses are %v after one was archived, want %v", got, want)
	}
	s.Feature(t)
	if got := read(); len(got) != 0 {
		t.Errorf("the featured courses are %v, want none", got)
	}
	// A token is harmless, even an invalid one.
	s.Register(t).Get(t, kit.CoursesPath+"/featured").Ok(t, 200)
}

func search(t *testing.T, c *kit.Client, query string) []map[string]any {
	t.Helper()
	return c.Get(t, kit.CoursesPath+"/search?"+query).Ok(t, 200).List(t, kit.ShapeOfCourse, nil)
}

func searchIsPublic(t *testing.T, s *kit.School) {
	titled := s.Course(t, 1, kit.Body{"title": "Zanzibar spreads", "difficultyLevel": "expert"})
	described := s.Course(t, 1, kit.Body{"shortDescription": "All about zanzibar and Überhang.", "difficultyLevel": "advanced"})
	taught := s.Course(t, 1, kit.Body{"difficultyLevel": "expert"})
	s.Lesson(t, taught, kit.Body{"title": "More", "content": "On zanzibar, at length."})
	hidden := s.Draft(t, 1, kit.Body{"title": "Zanzibar in secret"})
	want := []string{titled.ID, described.ID, taught.ID}
	for _, query := range []string{"q=zanzibar", "q=ZANZIBAR", "q=zanzi", "q=zanzibra", "q=%20zanzibar%20"} {
		if got := kit.IdsOf(search(t, s.Client(), query)); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	for query, want := range map[string][]string{
		"q=zanzibar&level=expert": {titled.ID, taught.ID}, "q=zanzibar&level=advanced": {described.ID}, "q=zanzibar&level=beginner": {},
		"q=uberhang": {described.ID}, "q=zanzibar&limit=1": {titled.ID}, "q=quetzalcoatlus": {}, "q=secret": {},
	} {
		if got := kit.IdsOf(search(t, s.Client(), query)); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	s.Author.Post(t, hidden.At("/publish"), nil).Ok(t, 200)
	s.Author.Post(t, titled.At("/archive"), nil).Ok(t, 200)
	if got := kit.IdsOf(search(t, s.Client(), "q=zanzibar")); !slices.Contains(got, hidden.ID) || slices.Contains(got, titled.ID) {
		t.Errorf("after publishing one and archiving another, %v are found", got)
	}
}

func freeCourseIsEnrolledIn(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 3, nil), s.Register(t)
	made := m.Enroll(t, c)
	kit.WantFields(t, made, kit.Body{"status": "active", "progressPercentage": 0, "attempt": 1, "expiresAt": nil, "completedAt": nil})
	again := m.Enroll(t, c)
	kit.WantFields(t, again, made)
	if told := s.Author.Told(t, "education.enrollment.created", "enrollmentId", made["id"].(string)); len(told) != 1 {
		t.Errorf("%d events tell of the enrollment, want 1", len(told))
	}
	limited := s.Course(t, 1, kit.Body{"accessDays": 30})
	made = m.Enroll(t, limited)
	if days := kit.Moment(t, made["expiresAt"]).Sub(kit.Moment(t, made["enrolledAt"])).Hours() / 24; days != 30 {
		t.Errorf("the enrollment lasts for %v days, want 30", days)
	}
}

func paidCourseWantsPayment(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 1, kit.Body{"priceUsd": 49}), s.Register(t)
	m.Post(t, c.At("/enroll"), nil).Failed(t, 402, "PAYMENT_REQUIRED", "")
	m.Get(t, c.At("/progress")).Failed(t, 403, "NOT_ENROLLED", "")
	m.Post(t, kit.LessonAt(c.Lessons[0], "/complete"), nil).Failed(t, 403, "NOT_ENROLLED", "")
	if mine := m.Get(t, "/education/my-courses").Ok(t, 200).List(t, kit.ShapeOfMyCourse, nil); len(mine) != 0 {
		t.Errorf("what was not paid for is among %v", mine)
	}
}

func unpublishedCourses(t *testing.T, s *kit.School) {
	hidden, gone, m := s.Draft(t, 1, nil), s.Course(t, 1, nil), s.Register(t)
	m.Enroll(t, gone)
	s.Author.Post(t, gone.At("/archive"), nil).Ok(t, 200)
	m.Enroll(t, gone) // an enrolled user stays enrolled
	complete(t, m, gone.Lessons[0])
	newcomer := s.Register(t)
	newcomer.Post(t, gone.At("/enroll"), nil).Failed(t, 409, "CONFLICT", "")
	for _, operation := range []struct{ method, path string }{
		{http.MethodPost, hidden.At("/enroll")}, {http.MethodGet, hidden.At("/progress")}, {http.MethodGet, hidden.At("")},
		{http.MethodPost, kit.LessonAt(hidden.Lessons[0], "/complete")}, {http.MethodGet, kit.LessonAt(hidden.Lessons[0], "")},
	} {
		newcomer.Call(t, operation.method, operation.path, nil).Failed(t, 404, "NOT_FOUND", "")
	}
	all := s.Client().Get(t, kit.CoursesPath+"?limit=100").Ok(t, 200).List(t, kit.ShapeOfCourse, kit.Shape{"meta": kit.AMeta})
	if ids := kit.IdsOf(all); slices.Contains(ids, hidden.ID) || slices.Contains(ids, gone.ID) {
		t.Error("a draft or an archived course is in the public list")
	}
	s.Author.Post(t, hidden.At("/enroll"), nil).Failed(t, 404, "NOT_FOUND", "") // not even its author
}

func progressOfLessons(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 3, nil), s.Register(t)
	extra := s.Lesson(t, c, kit.Body{"title": "Extra", "isRequired": false})
	hidden := s.Lesson(t, c, kit.Body{"title": "Hidden", "status": "draft"})
	m.Get(t, c.At("/progress")).Failed(t, 403, "NOT_ENROLLED", "")
	m.Post(t, kit.LessonAt(c.Lessons[0], "/complete"), nil).Failed(t, 403, "NOT_ENROLLED", "")
	m.Enroll(t, c)
	kit.WantFields(t, progress(t, m, c), kit.Body{"progressPercentage": 0, "completedLessons": 0, "totalLessons": 3, "status": "active"})
	m.Post(t, kit.LessonAt(hidden, "/complete"), nil).Failed(t, 404, "NOT_FOUND", "")
	kit.WantFields(t, complete(t, m, extra), kit.Body{"progressPercentage": 0, "completedLessons": 0, "totalLessons": 3})
	kit.WantFields(t, complete(t, m, c.Lessons[1]), kit.Body{"progressPercentage": 33, "completedLessons": 1, "totalLessons": 3, "status": "active"})
	kit.WantFields(t, complete(t, m, c.Lessons[0]), kit.Body{"progressPercentage": 66, "completedLessons": 2})
	now := progress(t, m, c)
	kit.WantFields(t, now, kit.Body{"progressPercentage": 66, "completedLessons": 2, "totalLessons": 3, "certificateSerial": nil})
	if got, want := kit.Texts(now["completedLessonIds"]), []string{c.Lessons[0], c.Lessons[1], extra}; !slices.Equal(got, want) {
		t.Errorf("the completed lessons are %v, want %v", got, want)
	}
}

func lessonIsCompletedOnce(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 2, nil), s.Register(t)
	enrollment := m.Enroll(t, c)["id"].(string)
	first := complete(t, m, c.Lessons[0])
	kit.WantFields(t, first, kit.Body{"progressPercentage": 50, "completedLessons": 1})
	for _, a := range kit.AtOnce(10, func(int) *kit.Answer { return m.Post(t, kit.LessonAt(c.Lessons[0], "/complete"), nil) }) {
		kit.WantFields(t, a.Ok(t, 200).Object(t, kit.ShapeOfProgress), kit.Body{"progressPercentage": 50, "completedLessons": 1})
	}
	if told := s.Author.Told(t, "education.lesson.completed", "enrollmentId", enrollment); len(told) != 1 {
		t.Errorf("%d events tell of the lesson, want 1", len(told))
	}
}

func completedCourseHasCertificate(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 2, nil), s.Register(t)
	m.Enroll(t, c)
	complete(t, m, c.Lessons[1])
	done := complete(t, m, c.Lessons[0])
	kit.WantFields(t, done, kit.Body{"progressPercentage": 100, "completedLessons": 2, "totalLessons": 2, "status": "completed"})
	serial := done["certificateSerial"].(string)
	kit.WantFields(t, complete(t, m, c.Lessons[0]), kit.Body{"certificateSerial": serial})
	kit.WantFields(t, progress(t, m, c), kit.Body{"certificateSerial": serial, "status": "completed"})
	enrollment := m.Enroll(t, c) // repeating it changes nothing, and starts no new attempt
	kit.WantFields(t, enrollment, kit.Body{"status": "completed", "progressPercentage": 100, "certificateSerial": serial, "attempt": 1})
	kit.Moment(t, enrollment["completedAt"])
	m.Call(t, http.MethodDelete, c.At("/enroll"), nil).Failed(t, 409, "INVALID_TRANSITION", "")

	for _, spelled := range []string{serial, strings.ToLower(serial)} {
		certificate := s.Client().Get(t, "/education/certificates/"+spelled).Ok(t, 200).Object(t, kit.ShapeOfCertificate)
		kit.WantFields(t, certificate, kit.Body{"serial": serial, "courseId": c.ID, "courseTitle": c.Title})
		holder := certificate["holder"].(string)
		if holder == m.Email || !strings.Contains(holder, "***") || !strings.HasSuffix(holder, "@example.test") {
			t.Errorf("the holder is %s", holder)
		}
	}
	wantNamedHolder(t, s, c)
	told := s.Author.Told(t, "education.enrollment.completed", "enrollmentId", enrollment["id"].(string))
	if len(told) != 1 {
		t.Fatalf("%d events tell of the completion, want 1", len(told))
	}
	kit.WantFields(t, told[0], kit.Body{"userId": m.ID, "courseId": c.ID, "certificateSerial": serial, "status": "completed"})
	for _, unknown := range []string{"00000-00000-00000-00000", "nothing", "%00", "'%20OR%201=1", "%F0%9F%9A%80"} {
		if a := s.Client().Get(t, "/education/certificates/"+unknown); a.Status != http.StatusNotFound {
			a.Failed(t, 400, "VALIDATION_ERROR", "serial")
		}
	}
}

// wantNamedHolder completes a course as a user with a name, which stays on the certificate whatever they are called
// later.
func wantNamedHolder(t *testing.T, s *kit.School, c kit.Course) {
	t.Helper()
	m := s.Register(t)
	m.Call(t, http.MethodPatch, "/auth/me", kit.Body{"displayName": "Ada Lovelace"}).Ok(t, 200)
	m.Enroll(t, c)
	complete(t, m, c.Lessons[1])
	serial := complete(t, m, c.Lessons[0])["certificateSerial"].(string)
	m.Call(t, http.MethodPatch, "/auth/me", kit.Body{"displayName": "Ada King"}).Ok(t, 200)
	certificate := s.Client().Get(t, "/education/certificates/"+serial).Ok(t, 200).Object(t, kit.ShapeOfCertificate)
	kit.WantFields(t, certificate, kit.Body{"holder": "Ada Lovelace"})
}

func completionLatches(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 1, nil), s.Register(t)
	m.Enroll(t, c)
	serial := complete(t, m, c.Lessons[0])["certificateSerial"]
	added := s.Lesson(t, c, kit.Body{"title": "One more"})
	kit.WantFields(t, progress(t, m, c), kit.Body{"status": "completed", "progressPercentage": 100, "certificateSerial": serial})
	kit.WantFields(t, complete(t, m, added), kit.Body{"status": "completed", "progressPercentage": 100, "certificateSerial": serial})
	s.Author.Call(t, http.MethodPatch, c.At(""), kit.Body{"title": "Another title", "priceUsd": 10}).Ok(t, 200)
	s.Author.Post(t, c.At("/archive"), nil).Ok(t, 200)
	certificate := s.Client().Get(t, "/education/certificates/"+serial.(string)).Ok(t, 200).Object(t, kit.ShapeOfCertificate)
	kit.WantFields(t, certificate, kit.Body{"courseTitle": c.Title}) // the title at that time
	kit.WantFields(t, m.Enroll(t, c), kit.Body{"status": "completed"})
}

func myCourses(t *testing.T, s *kit.School) {
	m := s.Register(t)
	if mine := m.Get(t, "/education/my-courses").Ok(t, 200).List(t, kit.ShapeOfMyCourse, nil); len(mine) != 0 {
		t.Errorf("a new user has the courses %v", mine)
	}
	first, second := s.Course(t, 2, nil), s.Course(t, 1, nil)
	m.Enroll(t, first)
	enrolled := m.Enroll(t, second)
	complete(t, m, first.Lessons[0])
	mine := m.Get(t, "/education/my-courses").Ok(t, 200).List(t, kit.ShapeOfMyCourse, nil)
	if got, want := kit.IdsOf(mine), []string{second.ID, first.ID}; !slices.Equal(got, want) {
		t.Fatalf("my courses are %v, want %v", got, want)
	}
	kit.WantFields(t, mine[0], kit.Body{"title": second.Title, "durationMinutes": 10, "status": "published", "isFree": true})
	kit.WantFields(t, mine[0]["enrollment"].(map[string]any), kit.Body{"id": enrolled["id"], "status": "active", "progressPercentage": 0})
	kit.WantFields(t, mine[1]["enrollment"].(map[string]any), kit.Body{"progressPercentage": 50, "courseId": first.ID, "userId": m.ID})
}

func leftCourseIsTakenAgain(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 2, nil), s.Register(t)
	m.Call(t, http.MethodDelete, c.At("/enroll"), nil).Failed(t, 404, "NOT_FOUND", "")
	first := m.Enroll(t, c)
	complete(t, m, c.Lessons[0])
	left := m.Call(t, http.MethodDelete, c.At("/enroll"), nil).Ok(t, 200).Object(t, kit.ShapeOfEnrollment)
	kit.WantFields(t, left, kit.Body{"id": first["id"], "status": "cancelled", "progressPercentage": 50})
	m.Call(t, http.MethodDelete, c.At("/enroll"), nil).Failed(t, 409, "INVALID_TRANSITION", "")
	m.Post(t, kit.LessonAt(c.Lessons[1], "/complete"), nil).Failed(t, 403, "NOT_ENROLLED", "")
	m.Get(t, kit.LessonAt(c.Lessons[1], "")).Failed(t, 403, "NOT_ENROLLED", "")
	second := m.Enroll(t, c)
	kit.WantFields(t, second, kit.Body{"status": "active", "attempt": 2, "progressPercentage": 0})
	kit.WantFields(t, progress(t, m, c), kit.Body{"completedLessons": 0})
	mine := m.Get(t, "/education/my-courses").Ok(t, 200).List(t, kit.ShapeOfMyCourse, nil)
	if len(mine) != 1 || mine[0]["enrollment"].(map[string]any)["id"] != second["id"] {
		t.Errorf("my courses are %v", mine)
	}
}

func contentIsForTheEnrolled(t *testing.T, s *kit.School) {
	c, m := s.Course(t, 1, nil), s.Register(t)
	preview := s.Lesson(t, c, kit.Body{"title": "Look", "isPreview": true, "content": "All can read this."})
	detail := s.Client().Get(t, c.At("")).Ok(t, 200)
	kit.WantFields(t, detail.Object(t, kit.ShapeOfCourseDetail), kit.Body{"id": c.ID, "durationMinutes": 20, "accessDays": 0})
	for _, one := range detail.Object(t, kit.ShapeOfCourseDetail)["lessons"].([]any) {
		if err := kit.AnObject(kit.ShapeOfOutline)(one); err != nil {
			t.Errorf("the outline gives the content away: %v", err)
		}
	}
	m.Get(t, kit.LessonAt(c.Lessons[0], "")).Failed(t, 403, "NOT_ENROLLED", "")
	kit.WantFields(t, m.Get(t, kit.LessonAt(preview, "")).Ok(t, 200).Object(t, kit.ShapeOfLesson), kit.Body{"content": "All can read this.", "isPreview": true})
	s.Client().Get(t, kit.LessonAt(preview, "")).Failed(t, 401, "UNAUTHORIZED", "")
	m.Enroll(t, c)
	read := m.Get(t, kit.LessonAt(c.Lessons[0], "")).Ok(t, 200).Object(t, kit.ShapeOfLesson)
	kit.WantFields(t, read, kit.Body{"content": "# What there is to know", "courseId": c.ID, "position": 1, "type": "text", "durationMinutes": 10})
}
