package e2e_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// The education operations that the specification states.

func TestTheSpecifiedEducationOperations(t *testing.T) {
	t.Parallel()
	onEachSchool(t, lectures{
		"featured courses are public and in their order":               featuredCoursesArePublic,
		"search is public, narrowed by level, the best match first":    searchIsPublic,
		"a search that is none is refused by its field":                badSearches,
		"a hostile query is only a query":                              hostileQueries,
		"a free course is enrolled in, and again is the same":          freeCourseIsEnrolledIn,
		"a paid course wants a payment":                                paidCourseWantsPayment,
		"a draft is not there and an archived course takes nobody in":  unpublishedCourses,
		"progress is of the lessons that count":                        progressOfLessons,
		"a completed lesson stays completed once":                      lessonIsCompletedOnce,
		"a completed course has a certificate that everybody can read": completedCourseHasCertificate,
		"completion outlasts what becomes of the course":               completionLatches,
		"my courses come with the enrollment, the newest first":        myCourses,
		"a course that was left can be taken again":                    leftCourseIsTakenAgain,
		"content is for the enrolled, or a preview":                    contentIsForTheEnrolled,
		"an enrollment is the user's own":                              enrollmentsAreOnesOwn,
		"nobody learns without a token":                                learningWantsAToken,
		"an id that nothing has is not found":                          unknownEducationIDs,
	})
}

func featuredCoursesArePublic(t *testing.T, s *school) {
	first, second, third := s.course(t, 1, nil), s.course(t, 2, body{"priceUsd": 49.99}), s.course(t, 1, nil)
	read := func() []map[string]any {
		t.Helper()
		return s.client().get(t, coursesPath+"/featured").ok(t, 200).list(t, shapeOfCourse, nil)
	}
	s.feature(t, second, first, third)
	if got, want := idsOf(read()), []string{second.id, first.id, third.id}; !slices.Equal(got, want) {
		t.Errorf("the featured courses are %v, want %v", got, want)
	}
	wantFields(t, read()[0], body{
		"title": second.title, "difficultyLevel": "beginner", "durationMinutes": 20, "status": "published", "isFree": false,
		"priceUsd": 49.99, "shortDescription": "What it is about.", "thumbnailUrl": "",
	})
	wantFields(t, read()[1], body{"isFree": true, "priceUsd": 0})
	s.author.post(t, second.at("/archive"), nil).ok(t, 200)
	if got, want := idsOf(read()), []string{first.id, third.id}; !slices.Equal(got, want) {
		t.Errorf("the featured courses are %v after one was archived, want %v", got, want)
	}
	s.feature(t)
	if got := read(); len(got) != 0 {
		t.Errorf("the featured courses are %v, want none", got)
	}
	// A token does no harm, not even one that is no good.
	s.register(t).get(t, coursesPath+"/featured").ok(t, 200)
}

func search(t *testing.T, c *client, query string) []map[string]any {
	t.Helper()
	return c.get(t, coursesPath+"/search?"+query).ok(t, 200).list(t, shapeOfCourse, nil)
}

func searchIsPublic(t *testing.T, s *school) {
	titled := s.course(t, 1, body{"title": "Zanzibar spreads", "difficultyLevel": "expert"})
	described := s.course(t, 1, body{"shortDescription": "All about zanzibar and Überhang.", "difficultyLevel": "advanced"})
	taught := s.course(t, 1, body{"difficultyLevel": "expert"})
	s.lesson(t, taught, body{"title": "More", "content": "On zanzibar, at length."})
	hidden := s.draft(t, 1, body{"title": "Zanzibar in secret"})
	want := []string{titled.id, described.id, taught.id}
	for _, query := range []string{"q=zanzibar", "q=ZANZIBAR", "q=zanzi", "q=zanzibra", "q=%20zanzibar%20"} {
		if got := idsOf(search(t, s.client(), query)); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	for query, want := range map[string][]string{
		"q=zanzibar&level=expert": {titled.id, taught.id}, "q=zanzibar&level=advanced": {described.id}, "q=zanzibar&level=beginner": {},
		"q=uberhang": {described.id}, "q=zanzibar&limit=1": {titled.id}, "q=quetzalcoatlus": {}, "q=secret": {},
	} {
		if got := idsOf(search(t, s.client(), query)); !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	s.author.post(t, hidden.at("/publish"), nil).ok(t, 200)
	s.author.post(t, titled.at("/archive"), nil).ok(t, 200)
	if got := idsOf(search(t, s.client(), "q=zanzibar")); !slices.Contains(got, hidden.id) || slices.Contains(got, titled.id) {
		t.Errorf("after publishing one and archiving another, %v are found", got)
	}
}

func badSearches(t *testing.T, s *school) {
	for _, query := range []string{"", "q=", "q=%20%09", "q=" + strings.Repeat("a", 201), "level=expert"} {
		s.client().get(t, coursesPath+"/search?"+query).failed(t, 400, "VALIDATION_ERROR", "q")
	}
	for _, level := range []string{"", "Expert", "master"} {
		s.client().get(t, coursesPath+"/search?q=a&level="+level).failed(t, 400, "VALIDATION_ERROR", "level")
	}
	s.client().get(t, coursesPath+"/search?q=a&limit=0").failed(t, 400, "VALIDATION_ERROR", "limit")
	s.client().get(t, coursesPath+"/search?q=a&limit=101").failed(t, 400, "VALIDATION_ERROR", "limit")
}

// hostile are texts that mean something to somebody on the way to the database, or that are hard to read.
var hostile = []string{
	`'`, `"`, `''`, `"""`, `\`, `%`, `_`, `*`, `a*`, `"a`, `a" OR "b`, `' OR 1=1 --`, `'; DROP TABLE courses; --`, `a AND`, `NOT`, `OR OR`,
	`NEAR(a b)`, `a NEAR/2 b`, `title:a`, `{title} : a`, `^a`, `-a`, `+a`, `a & b`, `a | !b`, `a:*`, `<->`, `(((`, `)`, `a - - b`, `$1`, `?`, `:a`, `@a`,
	`<script>alert(1)</script>`, "\u0000", "a\u0000b", "\u202e", "\ufffd", "\xff\xfe", "🚀", "🚀 moon", "👩‍👩‍👧‍👦", "日本語 投資", "İstanbul ß ﬁ", "é", "e\u0301",
	"a\nb\tc\r", "1e309", "NaN", "null", strings.Repeat("a", 200), strings.Repeat("é", 200), strings.Repeat("🚀", 200), strings.Repeat(`"`, 200),
	strings.Repeat("a ", 100), strings.Repeat("ab* ", 50),
}

func hostileQueries(t *testing.T, s *school) {
	s.course(t, 1, nil)
	for _, text := range hostile {
		for _, level := range []string{"", "&level=expert"} {
			a := s.client().get(t, coursesPath+"/search?q="+url.QueryEscape(text)+level)
			if a.status == http.StatusBadRequest {
				a.failed(t, 400, "VALIDATION_ERROR", "q")
				continue
			}
			a.ok(t, 200).list(t, shapeOfCourse, nil)
		}
	}
	for _, raw := range []string{"q=%", "q=%zz", "q=a;b", "q=a&q=b", "q[]=a"} {
		if a := s.client().fetch(t, http.MethodGet, "/api/v1"+coursesPath+"/search?"+raw, nil); a.status >= http.StatusInternalServerError {
			t.Errorf("%s is answered by %d %s", raw, a.status, a.text)
		}
	}
}

func freeCourseIsEnrolledIn(t *testing.T, s *school) {
	c, m := s.course(t, 3, nil), s.register(t)
	made := m.enroll(t, c)
	wantFields(t, made, body{"status": "active", "progressPercentage": 0, "attempt": 1, "expiresAt": nil, "completedAt": nil})
	again := m.enroll(t, c)
	wantFields(t, again, made)
	if told := s.author.told(t, "education.enrollment.created", "enrollmentId", made["id"].(string)); len(told) != 1 {
		t.Errorf("%d events tell of the enrollment, want 1", len(told))
	}
	limited := s.course(t, 1, body{"accessDays": 30})
	made = m.enroll(t, limited)
	if days := moment(t, made["expiresAt"]).Sub(moment(t, made["enrolledAt"])).Hours() / 24; days != 30 {
		t.Errorf("the enrollment lasts for %v days, want 30", days)
	}
}

func paidCourseWantsPayment(t *testing.T, s *school) {
	c, m := s.course(t, 1, body{"priceUsd": 49}), s.register(t)
	m.post(t, c.at("/enroll"), nil).failed(t, 402, "PAYMENT_REQUIRED", "")
	m.get(t, c.at("/progress")).failed(t, 403, "NOT_ENROLLED", "")
	m.post(t, lessonAt(c.lessons[0], "/complete"), nil).failed(t, 403, "NOT_ENROLLED", "")
	if mine := m.get(t, "/education/my-courses").ok(t, 200).list(t, shapeOfMyCourse, nil); len(mine) != 0 {
		t.Errorf("what was not paid for is among %v", mine)
	}
}

func unpublishedCourses(t *testing.T, s *school) {
	hidden, gone, m := s.draft(t, 1, nil), s.course(t, 1, nil), s.register(t)
	m.enroll(t, gone)
	s.author.post(t, gone.at("/archive"), nil).ok(t, 200)
	m.enroll(t, gone) // whoever is in stays in
	m.complete(t, gone.lessons[0])
	newcomer := s.register(t)
	newcomer.post(t, gone.at("/enroll"), nil).failed(t, 409, "CONFLICT", "")
	for _, operation := range []struct{ method, path string }{
		{http.MethodPost, hidden.at("/enroll")}, {http.MethodGet, hidden.at("/progress")}, {http.MethodGet, hidden.at("")},
		{http.MethodPost, lessonAt(hidden.lessons[0], "/complete")}, {http.MethodGet, lessonAt(hidden.lessons[0], "")},
	} {
		newcomer.call(t, operation.method, operation.path, nil).failed(t, 404, "NOT_FOUND", "")
	}
	all := s.client().get(t, coursesPath+"?limit=100").ok(t, 200).list(t, shapeOfCourse, shape{"meta": aMeta})
	if ids := idsOf(all); slices.Contains(ids, hidden.id) || slices.Contains(ids, gone.id) {
		t.Error("a draft or an archived course is in the public list")
	}
	s.author.post(t, hidden.at("/enroll"), nil).failed(t, 404, "NOT_FOUND", "") // its author is no exception
}

func progressOfLessons(t *testing.T, s *school) {
	c, m := s.course(t, 3, nil), s.register(t)
	extra := s.lesson(t, c, body{"title": "Extra", "isRequired": false})
	hidden := s.lesson(t, c, body{"title": "Hidden", "status": "draft"})
	m.get(t, c.at("/progress")).failed(t, 403, "NOT_ENROLLED", "")
	m.post(t, lessonAt(c.lessons[0], "/complete"), nil).failed(t, 403, "NOT_ENROLLED", "")
	m.enroll(t, c)
	wantFields(t, m.progress(t, c), body{"progressPercentage": 0, "completedLessons": 0, "totalLessons": 3, "status": "active"})
	m.post(t, lessonAt(hidden, "/complete"), nil).failed(t, 404, "NOT_FOUND", "")
	wantFields(t, m.complete(t, extra), body{"progressPercentage": 0, "completedLessons": 0, "totalLessons": 3})
	wantFields(t, m.complete(t, c.lessons[1]), body{"progressPercentage": 33, "completedLessons": 1, "totalLessons": 3, "status": "active"})
	wantFields(t, m.complete(t, c.lessons[0]), body{"progressPercentage": 66, "completedLessons": 2})
	now := m.progress(t, c)
	wantFields(t, now, body{"progressPercentage": 66, "completedLessons": 2, "totalLessons": 3, "certificateSerial": nil})
	if got, want := texts(now["completedLessonIds"]), []string{c.lessons[0], c.lessons[1], extra}; !slices.Equal(got, want) {
		t.Errorf("the completed lessons are %v, want %v", got, want)
	}
}

func lessonIsCompletedOnce(t *testing.T, s *school) {
	c, m := s.course(t, 2, nil), s.register(t)
	enrollment := m.enroll(t, c)["id"].(string)
	first := m.complete(t, c.lessons[0])
	wantFields(t, first, body{"progressPercentage": 50, "completedLessons": 1})
	for _, a := range atOnce(10, func(int) *answer { return m.post(t, lessonAt(c.lessons[0], "/complete"), nil) }) {
		wantFields(t, a.ok(t, 200).object(t, shapeOfProgress), body{"progressPercentage": 50, "completedLessons": 1})
	}
	if told := s.author.told(t, "education.lesson.completed", "enrollmentId", enrollment); len(told) != 1 {
		t.Errorf("%d events tell of the lesson, want 1", len(told))
	}
}

func completedCourseHasCertificate(t *testing.T, s *school) {
	c, m := s.course(t, 2, nil), s.register(t)
	m.enroll(t, c)
	m.complete(t, c.lessons[1])
	done := m.complete(t, c.lessons[0])
	wantFields(t, done, body{"progressPercentage": 100, "completedLessons": 2, "totalLessons": 2, "status": "completed"})
	serial := done["certificateSerial"].(string)
	wantFields(t, m.complete(t, c.lessons[0]), body{"certificateSerial": serial})
	wantFields(t, m.progress(t, c), body{"certificateSerial": serial, "status": "completed"})
	enrollment := m.enroll(t, c) // again is the same, and no new attempt
	wantFields(t, enrollment, body{"status": "completed", "progressPercentage": 100, "certificateSerial": serial, "attempt": 1})
	moment(t, enrollment["completedAt"])
	m.call(t, http.MethodDelete, c.at("/enroll"), nil).failed(t, 409, "INVALID_TRANSITION", "")

	for _, spelled := range []string{serial, strings.ToLower(serial)} {
		certificate := s.client().get(t, "/education/certificates/"+spelled).ok(t, 200).object(t, shapeOfCertificate)
		wantFields(t, certificate, body{"serial": serial, "courseId": c.id, "courseTitle": c.title})
		holder := certificate["holder"].(string)
		if holder == m.email || !strings.Contains(holder, "***") || !strings.HasSuffix(holder, "@example.test") {
			t.Errorf("the holder is %s", holder)
		}
	}
	told := s.author.told(t, "education.enrollment.completed", "enrollmentId", enrollment["id"].(string))
	if len(told) != 1 {
		t.Fatalf("%d events tell of the completion, want 1", len(told))
	}
	wantFields(t, told[0], body{"userId": m.id, "courseId": c.id, "certificateSerial": serial, "status": "completed"})
	for _, unknown := range []string{"00000-00000-00000-00000", "nothing", "%00", "'%20OR%201=1", "%F0%9F%9A%80"} {
		if a := s.client().get(t, "/education/certificates/"+unknown); a.status != http.StatusNotFound {
			a.failed(t, 400, "VALIDATION_ERROR", "serial")
		}
	}
}

func completionLatches(t *testing.T, s *school) {
	c, m := s.course(t, 1, nil), s.register(t)
	m.enroll(t, c)
	serial := m.complete(t, c.lessons[0])["certificateSerial"]
	added := s.lesson(t, c, body{"title": "One more"})
	wantFields(t, m.progress(t, c), body{"status": "completed", "progressPercentage": 100, "certificateSerial": serial})
	wantFields(t, m.complete(t, added), body{"status": "completed", "progressPercentage": 100, "certificateSerial": serial})
	s.author.call(t, http.MethodPatch, c.at(""), body{"title": "Another title", "priceUsd": 10}).ok(t, 200)
	s.author.post(t, c.at("/archive"), nil).ok(t, 200)
	certificate := s.client().get(t, "/education/certificates/"+serial.(string)).ok(t, 200).object(t, shapeOfCertificate)
	wantFields(t, certificate, body{"courseTitle": c.title}) // as it was called then
	wantFields(t, m.enroll(t, c), body{"status": "completed"})
}

func myCourses(t *testing.T, s *school) {
	m := s.register(t)
	if mine := m.get(t, "/education/my-courses").ok(t, 200).list(t, shapeOfMyCourse, nil); len(mine) != 0 {
		t.Errorf("a new user has the courses %v", mine)
	}
	first, second := s.course(t, 2, nil), s.course(t, 1, nil)
	m.enroll(t, first)
	enrolled := m.enroll(t, second)
	m.complete(t, first.lessons[0])
	mine := m.get(t, "/education/my-courses").ok(t, 200).list(t, shapeOfMyCourse, nil)
	if got, want := idsOf(mine), []string{second.id, first.id}; !slices.Equal(got, want) {
		t.Fatalf("my courses are %v, want %v", got, want)
	}
	wantFields(t, mine[0], body{"title": second.title, "durationMinutes": 10, "status": "published", "isFree": true})
	wantFields(t, mine[0]["enrollment"].(map[string]any), body{"id": enrolled["id"], "status": "active", "progressPercentage": 0})
	wantFields(t, mine[1]["enrollment"].(map[string]any), body{"progressPercentage": 50, "courseId": first.id, "userId": m.id})
}

func leftCourseIsTakenAgain(t *testing.T, s *school) {
	c, m := s.course(t, 2, nil), s.register(t)
	m.call(t, http.MethodDelete, c.at("/enroll"), nil).failed(t, 404, "NOT_FOUND", "")
	first := m.enroll(t, c)
	m.complete(t, c.lessons[0])
	left := m.call(t, http.MethodDelete, c.at("/enroll"), nil).ok(t, 200).object(t, shapeOfEnrollment)
	wantFields(t, left, body{"id": first["id"], "status": "cancelled", "progressPercentage": 50})
	m.call(t, http.MethodDelete, c.at("/enroll"), nil).failed(t, 409, "INVALID_TRANSITION", "")
	m.post(t, lessonAt(c.lessons[1], "/complete"), nil).failed(t, 403, "NOT_ENROLLED", "")
	m.get(t, lessonAt(c.lessons[1], "")).failed(t, 403, "NOT_ENROLLED", "")
	second := m.enroll(t, c)
	wantFields(t, second, body{"status": "active", "attempt": 2, "progressPercentage": 0})
	wantFields(t, m.progress(t, c), body{"completedLessons": 0})
	mine := m.get(t, "/education/my-courses").ok(t, 200).list(t, shapeOfMyCourse, nil)
	if len(mine) != 1 || mine[0]["enrollment"].(map[string]any)["id"] != second["id"] {
		t.Errorf("my courses are %v", mine)
	}
}

func contentIsForTheEnrolled(t *testing.T, s *school) {
	c, m := s.course(t, 1, nil), s.register(t)
	preview := s.lesson(t, c, body{"title": "Look", "isPreview": true, "content": "All can read this."})
	detail := s.client().get(t, c.at("")).ok(t, 200)
	wantFields(t, detail.object(t, shapeOfCourseDetail), body{"id": c.id, "durationMinutes": 20, "accessDays": 0})
	for _, one := range detail.object(t, shapeOfCourseDetail)["lessons"].([]any) {
		if err := anObject(shapeOfOutline)(one); err != nil {
			t.Errorf("the outline gives the content away: %v", err)
		}
	}
	m.get(t, lessonAt(c.lessons[0], "")).failed(t, 403, "NOT_ENROLLED", "")
	wantFields(t, m.get(t, lessonAt(preview, "")).ok(t, 200).object(t, shapeOfLesson), body{"content": "All can read this.", "isPreview": true})
	s.client().get(t, lessonAt(preview, "")).failed(t, 401, "UNAUTHORIZED", "")
	m.enroll(t, c)
	read := m.get(t, lessonAt(c.lessons[0], "")).ok(t, 200).object(t, shapeOfLesson)
	wantFields(t, read, body{"content": "# What there is to know", "courseId": c.id, "position": 1, "type": "text", "durationMinutes": 10})
}

func enrollmentsAreOnesOwn(t *testing.T, s *school) {
	c, m := s.course(t, 1, nil), s.register(t)
	mine := m.enroll(t, c)
	for _, other := range []*member{s.register(t), s.tenantAdmin(t)} { // courses are for all tenants
		other.get(t, c.at("/progress")).failed(t, 403, "NOT_ENROLLED", "")
		if theirs := other.enroll(t, c); theirs["id"] == mine["id"] {
			t.Error("two users share an enrollment")
		}
		other.complete(t, c.lessons[0])
	}
	wantFields(t, m.progress(t, c), body{"completedLessons": 0, "status": "active"})
}

func learningWantsAToken(t *testing.T, s *school) {
	c := s.course(t, 1, nil)
	for _, operation := range []struct{ method, path string }{
		{http.MethodPost, c.at("/enroll")}, {http.MethodDelete, c.at("/enroll")}, {http.MethodGet, c.at("/progress")},
		{http.MethodPost, lessonAt(c.lessons[0], "/complete")}, {http.MethodGet, lessonAt(c.lessons[0], "")},
		{http.MethodGet, "/education/my-courses"}, {http.MethodGet, "/education/authoring/courses"},
		{http.MethodPost, c.at("/publish")}, {http.MethodPost, c.at("/archive")},
	} {
		s.client().call(t, operation.method, operation.path, nil).failed(t, 401, "UNAUTHORIZED", "")
		s.client().as("no.good.token").call(t, operation.method, operation.path, nil).failed(t, 401, "UNAUTHORIZED", "")
	}
}

func unknownEducationIDs(t *testing.T, s *school) {
	m := s.register(t)
	for _, operation := range []struct{ method, before, after, field string }{
		{http.MethodPost, coursesPath + "/", "/enroll", "courseId"}, {http.MethodDelete, coursesPath + "/", "/enroll", "courseId"},
		{http.MethodGet, coursesPath + "/", "/progress", "courseId"}, {http.MethodGet, coursesPath + "/", "", "courseId"},
		{http.MethodPost, "/education/lessons/", "/complete", "lessonId"}, {http.MethodGet, "/education/lessons/", "", "lessonId"},
	} {
		m.call(t, operation.method, operation.before+uuid.NewString()+operation.after, nil).failed(t, 404, "NOT_FOUND", "")
		m.call(t, operation.method, operation.before+"none"+operation.after, nil).failed(t, 400, "VALIDATION_ERROR", operation.field)
	}
}
