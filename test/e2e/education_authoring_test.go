package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestAuthoring(t *testing.T) {
	t.Parallel()
	onEachSchool(t, lectures{
		"only admins write courses":                                   onlyAdminsWrite,
		"a course goes from a draft to being found by everybody":      courseIsWritten,
		"a course and its lessons can be changed":                     courseIsRewritten,
		"courses that cannot be are refused by their field":           badCourses,
		"lessons that cannot be are refused by their field":           badLessons,
		"lessons are put in order":                                    lessonsAreOrdered,
		"a course is published with a lesson and archived once":       courseStates,
		"only published courses are featured":                         onlyPublishedAreFeatured,
		"a slug is taken once":                                        slugsAreTakenOnce,
		"courses are listed by level, price and state, and are paged": coursesAreListed,
	})
}

func onlyAdminsWrite(t *testing.T, s *school) {
	c := s.course(t, 1, nil)
	for _, role := range []string{"user", "trader", "analyst"} {
		m := s.officer(t, role, "")
		for _, operation := range []struct {
			method, path string
			content      any
		}{
			{http.MethodPost, coursesPath, body{"title": "Mine", "shortDescription": "s", "difficultyLevel": "beginner"}},
			{http.MethodPatch, c.at(""), body{"title": "Mine"}}, {http.MethodPost, c.at("/publish"), nil}, {http.MethodPost, c.at("/archive"), nil},
			{http.MethodPost, c.at("/lessons"), body{"title": "Mine", "type": "text", "content": "c", "durationMinutes": 1}},
			{http.MethodPut, c.at("/lesson-order"), body{"lessonIds": c.lessons}},
			{http.MethodPatch, lessonAt(c.lessons[0], ""), body{"title": "Mine"}},
			{http.MethodPut, coursesPath + "/featured", body{"courseIds": []string{c.id}}},
			{http.MethodGet, "/education/authoring/courses", nil},
		} {
			m.call(t, operation.method, operation.path, operation.content).failed(t, 403, "FORBIDDEN", "")
		}
	}
	wantFields(t, s.client().get(t, c.at("")).ok(t, 200).object(t, shapeOfCourseDetail), body{"title": c.title, "status": "published"})
}

func courseIsWritten(t *testing.T, s *school) {
	written := body{
		"title": "Ornithology for Quants", "slug": "ornithology-for-quants", "shortDescription": "Birds and volatility.",
		"description": "# At length", "thumbnailUrl": "https://example.test/bird.png", "difficultyLevel": "expert", "accessDays": 90,
	}
	c := s.draft(t, 0, written)
	if found := search(t, s.client(), "q=ornithology"); len(found) != 0 {
		t.Errorf("a draft is found: %v", found)
	}
	s.author.post(t, c.at("/publish"), nil).failed(t, 409, "CONFLICT", "")
	lesson := s.lesson(t, c, body{"title": "The wren", "type": "video", "durationMinutes": 25})
	s.lesson(t, c, body{"title": "The quiz", "type": "quiz", "durationMinutes": 5})
	published := s.author.post(t, c.at("/publish"), nil).ok(t, 200).object(t, shapeOfCourseDetail)
	wantFields(t, published, written)
	wantFields(t, published, body{"status": "published", "durationMinutes": 30, "isFree": true, "priceUsd": 0})
	s.feature(t, c)
	if featured := s.client().get(t, coursesPath+"/featured").ok(t, 200).list(t, shapeOfCourse, nil); len(featured) != 1 || featured[0]["id"] != c.id {
		t.Errorf("the featured courses are %v", featured)
	}
	for _, query := range []string{"q=ornithology", "q=wren", "q=birds+volatility", "q=ornitology"} {
		if found := search(t, s.client(), query); len(found) != 1 || found[0]["id"] != c.id {
			t.Errorf("%s finds %v", query, found)
		}
	}
	read := s.client().get(t, c.at("")).ok(t, 200).object(t, shapeOfCourseDetail)
	wantFields(t, read, written)
	lessons := read["lessons"].([]any)
	if len(lessons) != 2 {
		t.Fatalf("the lessons are %v", lessons)
	}
	wantFields(t, lessons[0].(map[string]any), body{"id": lesson, "slug": "the-wren", "position": 1, "type": "video", "isRequired": true, "isPreview": false})
	wantFields(t, lessons[1].(map[string]any), body{"position": 2, "type": "quiz"})
	m := s.register(t)
	m.enroll(t, c)
	m.complete(t, lesson)
}

func courseIsRewritten(t *testing.T, s *school) {
	c := s.course(t, 2, nil)
	change := body{"title": "Xylophone economics", "priceUsd": 12.5, "difficultyLevel": "advanced", "description": "New.", "accessDays": 7}
	wantFields(t, s.author.call(t, http.MethodPatch, c.at(""), change).ok(t, 200).object(t, shapeOfCourseDetail), change)
	wantFields(t, s.client().get(t, c.at("")).ok(t, 200).object(t, shapeOfCourseDetail), body{"isFree": false, "priceUsd": 12.5, "status": "published"})
	if found := search(t, s.client(), "q=xylophone"); len(found) != 1 {
		t.Errorf("the new title finds %v", found)
	}
	lesson := body{"title": "Marimba", "content": "Woodwork.", "durationMinutes": 99, "isPreview": true, "isRequired": false, "type": "video"}
	wantFields(t, s.author.call(t, http.MethodPatch, lessonAt(c.lessons[0], ""), lesson).ok(t, 200).object(t, shapeOfLesson), lesson)
	if found := search(t, s.client(), "q=marimba"); len(found) != 1 {
		t.Errorf("the new lesson finds %v", found)
	}
	s.author.call(t, http.MethodPatch, lessonAt(c.lessons[0], ""), body{"status": "draft"}).ok(t, 200)
	if found := search(t, s.client(), "q=marimba"); len(found) != 0 {
		t.Errorf("a lesson that is a draft again finds %v", found)
	}
	detail := s.client().get(t, c.at("")).ok(t, 200).object(t, shapeOfCourseDetail)
	if lessons := detail["lessons"].([]any); len(lessons) != 1 || detail["durationMinutes"] != 10.0 {
		t.Errorf("the course has %v lessons of %v minutes", lessons, detail["durationMinutes"])
	}
	s.author.call(t, http.MethodPatch, lessonAt(c.lessons[1], ""), body{"status": "draft"}).failed(t, 409, "CONFLICT", "")
	s.author.call(t, http.MethodPatch, courseAt(uuid.NewString(), ""), body{"title": "None"}).failed(t, 404, "NOT_FOUND", "")
	s.author.call(t, http.MethodPatch, lessonAt(uuid.NewString(), ""), body{"title": "None"}).failed(t, 404, "NOT_FOUND", "")
}

func badCourses(t *testing.T, s *school) {
	c := s.draft(t, 0, nil)
	for _, bad := range []struct {
		field string
		value any
	}{
		{"title", nil}, {"title", ""}, {"title", "   "}, {"title", strings.Repeat("t", 201)}, {"slug", "Not A Slug"}, {"slug", "-a"},
		{"slug", strings.Repeat("s", 101)}, {"shortDescription", nil}, {"shortDescription", ""}, {"shortDescription", strings.Repeat("s", 501)},
		{"description", strings.Repeat("d", 20_001)}, {"thumbnailUrl", "javascript:alert(1)"}, {"thumbnailUrl", "not a link"},
		{"difficultyLevel", nil}, {"difficultyLevel", "master"}, {"priceUsd", -1}, {"priceUsd", 9.999}, {"priceUsd", "free"},
		{"accessDays", -1}, {"accessDays", 3651}, {"accessDays", 1.5}, {"status", "published"}, {"isFree", true},
	} {
		content := body{"title": "Good", "shortDescription": "s", "difficultyLevel": "beginner"}
		content[bad.field] = bad.value
		if bad.value == nil {
			delete(content, bad.field)
		}
		s.author.post(t, coursesPath, content).failed(t, 400, "VALIDATION_ERROR", bad.field)
		if bad.value != nil {
			s.author.call(t, http.MethodPatch, c.at(""), body{bad.field: bad.value}).failed(t, 400, "VALIDATION_ERROR", bad.field)
		}
	}
}

func badLessons(t *testing.T, s *school) {
	c := s.draft(t, 1, nil)
	for _, bad := range []struct {
		field string
		value any
	}{
		{"title", nil}, {"title", ""}, {"slug", "A"}, {"type", nil}, {"type", "podcast"}, {"content", nil}, {"content", ""},
		{"content", strings.Repeat("c", 200_001)}, {"durationMinutes", nil}, {"durationMinutes", 0}, {"durationMinutes", 1441},
		{"status", "archived"}, {"isPreview", "yes"}, {"position", 1},
	} {
		content := body{"title": "Good", "type": "text", "content": "c", "durationMinutes": 1}
		content[bad.field] = bad.value
		if bad.value == nil {
			delete(content, bad.field)
		}
		s.author.post(t, c.at("/lessons"), content).failed(t, 400, "VALIDATION_ERROR", bad.field)
		if bad.value != nil {
			s.author.call(t, http.MethodPatch, lessonAt(c.lessons[0], ""), body{bad.field: bad.value}).failed(t, 400, "VALIDATION_ERROR", bad.field)
		}
	}
	s.author.post(t, courseAt(uuid.NewString(), "/lessons"), body{"title": "Good", "type": "text", "content": "c", "durationMinutes": 1}).
		failed(t, 404, "NOT_FOUND", "")
}

func lessonsAreOrdered(t *testing.T, s *school) {
	c, other := s.course(t, 3, nil), s.course(t, 1, nil)
	order := []string{c.lessons[2], c.lessons[0], c.lessons[1]}
	s.author.call(t, http.MethodPut, c.at("/lesson-order"), body{"lessonIds": order}).ok(t, 200).object(t, shapeOfCourseDetail)
	var got []string
	for i, one := range s.client().get(t, c.at("")).ok(t, 200).object(t, shapeOfCourseDetail)["lessons"].([]any) {
		got = append(got, one.(map[string]any)["id"].(string))
		wantFields(t, one.(map[string]any), body{"position": i + 1})
	}
	if !slices.Equal(got, order) {
		t.Errorf("the lessons are %v, want %v", got, order)
	}
	for _, bad := range [][]string{
		{}, order[:2], {order[0], order[1], order[1]}, {order[0], order[1], other.lessons[0]}, append(slices.Clone(order), other.lessons[0]),
		{order[0], order[1], uuid.NewString()}, append(slices.Clone(order), order[0]),
	} {
		s.author.call(t, http.MethodPut, c.at("/lesson-order"), body{"lessonIds": bad}).failed(t, 400, "VALIDATION_ERROR", "lessonIds")
	}
}

func courseStates(t *testing.T, s *school) {
	c := s.draft(t, 0, nil)
	s.lesson(t, c, body{"status": "draft"})
	s.author.post(t, c.at("/publish"), nil).failed(t, 409, "CONFLICT", "") // a draft of a lesson is not enough
	s.author.post(t, c.at("/archive"), nil).failed(t, 409, "INVALID_TRANSITION", "")
	s.lesson(t, c, body{"title": "Good"})
	publishing := atOnce(10, func(int) *answer { return s.author.post(t, c.at("/publish"), nil) })
	wantOne(t, publishing, 409, "INVALID_TRANSITION")
	archiving := atOnce(10, func(int) *answer { return s.author.post(t, c.at("/archive"), nil) })
	wantOne(t, archiving, 409, "INVALID_TRANSITION")
	s.client().get(t, c.at("")).ok(t, 200) // for those who know it
	wantFields(t, s.author.post(t, c.at("/publish"), nil).ok(t, 200).object(t, shapeOfCourseDetail), body{"status": "published"})
	for _, step := range []string{"/publish", "/archive"} {
		s.author.post(t, courseAt(uuid.NewString(), step), nil).failed(t, 404, "NOT_FOUND", "")
	}
}

func onlyPublishedAreFeatured(t *testing.T, s *school) {
	good, hidden := s.course(t, 1, nil), s.draft(t, 1, nil)
	s.feature(t, good)
	set := func(ids ...string) *answer {
		return s.author.call(t, http.MethodPut, coursesPath+"/featured", body{"courseIds": ids})
	}
	set(good.id, hidden.id).failed(t, 409, "CONFLICT", "courseIds")
	set(good.id, good.id).failed(t, 400, "VALIDATION_ERROR", "courseIds")
	set(good.id, uuid.NewString()).failed(t, 404, "NOT_FOUND", "")
	s.author.call(t, http.MethodPut, coursesPath+"/featured", body{}).failed(t, 400, "VALIDATION_ERROR", "courseIds")
	if featured := s.client().get(t, coursesPath+"/featured").ok(t, 200).list(t, shapeOfCourse, nil); len(featured) != 1 || featured[0]["id"] != good.id {
		t.Errorf("after the refusals %v are featured", featured)
	}
}

func slugsAreTakenOnce(t *testing.T, s *school) {
	content := body{"title": "The only one", "shortDescription": "s", "difficultyLevel": "beginner"}
	made := 0
	for _, a := range atOnce(10, func(int) *answer { return s.author.post(t, coursesPath, content) }) {
		if a.status == http.StatusCreated {
			made++
			continue
		}
		a.failed(t, 409, "CONFLICT", "slug")
	}
	if made != 1 {
		t.Errorf("%d courses have one slug", made)
	}
	other := s.draft(t, 2, nil)
	s.author.call(t, http.MethodPatch, other.at(""), body{"slug": "the-only-one"}).failed(t, 409, "CONFLICT", "slug")
	s.author.call(t, http.MethodPatch, lessonAt(other.lessons[1], ""), body{"slug": "lesson-1"}).failed(t, 409, "CONFLICT", "slug")
	s.author.post(t, other.at("/lessons"), body{"title": "Lesson 1", "type": "text", "content": "c", "durationMinutes": 1}).
		failed(t, 409, "CONFLICT", "slug")
}

func coursesAreListed(t *testing.T, s *school) {
	older, newer := s.course(t, 1, body{"difficultyLevel": "expert"}), s.course(t, 1, body{"difficultyLevel": "expert", "priceUsd": 5})
	hidden := s.draft(t, 1, nil)
	list := func(c *client, path string) []string {
		t.Helper()
		return idsOf(c.get(t, path).ok(t, 200).list(t, shapeOfCourse, shape{"meta": aMeta}))
	}
	ids := list(s.client(), coursesPath+"?level=expert&limit=2")
	if want := []string{newer.id, older.id}; !slices.Equal(ids, want) {
		t.Errorf("the experts' courses are %v, want the newest first: %v", ids, want)
	}
	if ids := list(s.client(), coursesPath+"?level=expert&limit=1&page=2"); !slices.Equal(ids, []string{older.id}) {
		t.Errorf("the second page is %v", ids)
	}
	if ids := list(s.client(), coursesPath+"?isFree=false&limit=100"); !slices.Contains(ids, newer.id) || slices.Contains(ids, older.id) {
		t.Errorf("the courses that cost are %v", ids)
	}
	if ids := list(s.author.client, "/education/authoring/courses?status=draft&limit=1"); !slices.Equal(ids, []string{hidden.id}) {
		t.Errorf("the newest draft is %v", ids)
	}
	for path, bad := range map[string][]string{
		coursesPath:                    {"limit=0", "limit=101", "page=0", "level=master", "isFree=perhaps"},
		"/education/authoring/courses": {"limit=0", "page=0", "status=lost"},
	} {
		for _, query := range bad {
			field, _, _ := strings.Cut(query, "=")
			s.author.get(t, path+"?"+query).failed(t, 400, "VALIDATION_ERROR", field)
		}
	}
}
